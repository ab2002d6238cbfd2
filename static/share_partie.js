/* Share the result of a partie: its text and a picture of its curve, through the share sheet of the device. Without
   one, open the fold with the text to copy and the picture to save. */
const SCALE = 3,
  PAD = 16,
  HEAD = 58; // the picture: pixels per unit, margin, height of the two lines above the curve
const PROPERTIES = ["fill", "stroke", "stroke-width", "font-family", "font-weight", "dominant-baseline"];
const fold = () => document.querySelector("[data-tell]");
const result_text = () => document.getElementById("told").textContent;

/* Inline the font: an SVG drawn as an image has no access to the styles and fonts of the page. */
async function font_face() {
  const answer = await fetch(document.querySelector('link[as="font"]').href);
  const reader = new FileReader();
  reader.readAsDataURL(await answer.blob());
  await new Promise((done) => {
    reader.addEventListener("load", done);
  });
  return `@font-face { font-family: Literata; font-weight: 400 700; src: url(${reader.result}); }`;
}

async function svg_image(svg) {
  const copy = svg.cloneNode(true),
    { width, height } = svg.viewBox.baseVal;
  const parts = [...copy.querySelectorAll("*")];
  svg.querySelectorAll("*").forEach((part, number) => {
    const style = getComputedStyle(part);
    PROPERTIES.forEach((name) => parts[number].setAttribute(name, style.getPropertyValue(name)));
  });
  copy.setAttribute("width", width * SCALE);
  copy.setAttribute("height", height * SCALE);
  copy.prepend(Object.assign(document.createElementNS(svg.namespaceURI, "style"), { textContent: await font_face() }));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/* Write a line of text, in a smaller size if it is too wide. */
function write_line(context, text, weight, size, y, max_width) {
  context.textRendering = "geometricPrecision";
  const family = getComputedStyle(document.body).fontFamily;
  context.font = `${weight} ${size}px ${family}`;
  const text_width = context.measureText(text).width;
  if (text_width > max_width) context.font = `${weight} ${(size * max_width) / text_width}px ${family}`;
  context.fillText(text, PAD, y);
}

async function picture() {
  const image = await svg_image(document.querySelector(".curve svg"));
  const width = image.width / SCALE,
    height = image.height / SCALE;
  const canvas = Object.assign(document.createElement("canvas"), {
    width: (width + 2 * PAD) * SCALE,
    height: (height + HEAD + 2 * PAD) * SCALE,
  });
  const context = canvas.getContext("2d"),
    style = getComputedStyle(document.body),
    [played, won] = result_text().split("\n");
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(SCALE, SCALE);
  context.fillStyle = style.color;
  write_line(context, played, 400, 13, PAD + 12, width);
  write_line(context, won, 700, 20, PAD + 38, width);
  context.drawImage(image, PAD, PAD + HEAD, width, height);
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  return new File([blob], "la-marque.png", { type: "image/png" });
}

/* Draw the picture before the tap: navigator.share only works within the tap itself. */
let prepared = null;
function prepare() {
  prepared = fold() && navigator.share ? picture().catch(() => null) : null;
}
document.addEventListener("marque:page", prepare);
prepare();

async function share() {
  const file = await prepared,
    shared = { text: result_text(), files: [file] };
  try {
    await navigator.share(file && navigator.canShare?.(shared) ? shared : { text: result_text() });
  } catch (error) {
    if (error.name !== "AbortError") fold().open = true;
  }
}

async function save_picture() {
  const file = await picture(),
    link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(file), download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

document.addEventListener("click", (event) => {
  const summary = event.target.closest("[data-tell] > summary");
  if (summary && navigator.share && !fold().open) {
    event.preventDefault();
    share();
  } else if (event.target.closest("[data-picture]")) {
    save_picture();
  }
});
