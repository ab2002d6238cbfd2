/* A partie told to those who were not there: the phone sends its text and a picture of its curve where its owner likes.
   Where it can send nothing, the fold opens: the text to copy, the picture to keep. */
const SCALE = 3,
  PAD = 16,
  HEAD = 58; // of the picture: pixels to a unit, its margin, the two lines over the curve
const LOOKS = ["fill", "stroke", "stroke-width", "font-family", "font-weight", "dominant-baseline"];
const fold = () => document.querySelector("[data-tell]");
const told = () => document.getElementById("told").textContent;

/* A drawing on its own has neither the styles of the page nor its face: they go with it. */
async function face() {
  const answer = await fetch(document.querySelector('link[as="font"]').href);
  const reader = new FileReader();
  reader.readAsDataURL(await answer.blob());
  await new Promise((done) => {
    reader.addEventListener("load", done);
  });
  return `@font-face { font-family: Literata; font-weight: 400 700; src: url(${reader.result}); }`;
}

async function drawn(svg) {
  const copy = svg.cloneNode(true),
    { width, height } = svg.viewBox.baseVal;
  const parts = [...copy.querySelectorAll("*")];
  svg.querySelectorAll("*").forEach((part, number) => {
    const look = getComputedStyle(part);
    LOOKS.forEach((name) => parts[number].setAttribute(name, look.getPropertyValue(name)));
  });
  copy.setAttribute("width", width * SCALE);
  copy.setAttribute("height", height * SCALE);
  copy.prepend(Object.assign(document.createElementNS(svg.namespaceURI, "style"), { textContent: await face() }));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/* A line of text, smaller where it would not go into the picture. */
function write(brush, text, weight, size, y, room) {
  brush.textRendering = "geometricPrecision";
  const family = getComputedStyle(document.body).fontFamily;
  brush.font = `${weight} ${size}px ${family}`;
  const wide = brush.measureText(text).width;
  if (wide > room) brush.font = `${weight} ${(size * room) / wide}px ${family}`;
  brush.fillText(text, PAD, y);
}

async function picture() {
  const image = await drawn(document.querySelector(".curve svg"));
  const width = image.width / SCALE,
    height = image.height / SCALE;
  const canvas = Object.assign(document.createElement("canvas"), {
    width: (width + 2 * PAD) * SCALE,
    height: (height + HEAD + 2 * PAD) * SCALE,
  });
  const brush = canvas.getContext("2d"),
    look = getComputedStyle(document.body),
    [played, won] = told().split("\n");
  brush.fillStyle = look.backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.scale(SCALE, SCALE);
  brush.fillStyle = look.color;
  write(brush, played, 400, 13, PAD + 12, width);
  write(brush, won, 700, 20, PAD + 38, width);
  brush.drawImage(image, PAD, PAD + HEAD, width, height);
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  return new File([blob], "la-marque.png", { type: "image/png" });
}

/* Made as the page comes: what is sent must be at hand when the finger asks for it. */
let made = null;
function prepare() {
  made = fold() && navigator.share ? picture().catch(() => null) : null;
}
document.addEventListener("marque:page", prepare);
prepare();

async function send() {
  const file = await made,
    whole = { text: told(), files: [file] };
  try {
    await navigator.share(file && navigator.canShare?.(whole) ? whole : { text: told() });
  } catch (error) {
    if (error.name !== "AbortError") fold().open = true;
  }
}

async function keep() {
  const file = await picture(),
    link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(file), download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

document.addEventListener("click", (event) => {
  const summary = event.target.closest("[data-tell] > summary");
  if (summary && navigator.share && !fold().open) {
    event.preventDefault();
    send();
  } else if (event.target.closest("[data-picture]")) {
    keep();
  }
});
