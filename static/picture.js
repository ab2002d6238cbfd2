/* Draw the picture of a soirée, a partie or a year, show it, and send it with its text through the share sheet of the
   device. Where there is none, as over plain HTTP, the picture is shown to be held down, and the text is selected. */
const WIDTH = 1080,
  HEIGHT = 1350,
  MARGIN = 64,
  GAP = 24,
  INNER = WIDTH - 2 * MARGIN,
  FOOT = HEIGHT - 116, // the top of the app's name
  LEAST_BODY = 240, // the height of a row of curves or months, which no sentence takes from them
  END_MARK = 36,
  CAPTION_HEIGHT = 44,
  MOST_PLACED = 8,
  MOST_CURVES = 6;
// The sizes of a text in pixels, of which the largest that fits is used, and the most lines of each.
const TITLE = { 96: 1, 76: 2, 56: 3 },
  LINE = { 34: 1, 28: 2 },
  SENTENCE = { 40: 2, 34: 3 },
  CAPTION = { 30: 1, 26: 1 };
const nothingShares = () => !navigator.share && !navigator.clipboard;
const sendingPart = () => document.querySelector(".sharing");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

/* The mark and the colour of a sign, from the style sheet. A soirée without a winner has a dash. */
function signStyle(sign) {
  if (sign === null) return { mark: "–", colour: colour("faded") };
  const element = document.createElement("i");
  element.className = `m${sign}`;
  document.body.append(element);
  const mark = getComputedStyle(element).getPropertyValue("--m").trim()[1];
  const { color } = getComputedStyle(element, "::before");
  element.remove();
  return { mark, colour: color };
}

function setColour(pen, name) {
  pen.fillStyle = colour(name);
}

function setFont(pen, size, weight) {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

function drawSign(pen, sign, size, x, y) {
  const { mark, colour: fill } = signStyle(sign);
  pen.save();
  setFont(pen, size, 400);
  pen.fillStyle = fill;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(mark, x, y);
  pen.restore();
}

/* Break a text at its spaces. A name is never broken. */
function wrap(pen, text, width) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width > width) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

/* Break a text into as few lines as possible, of similar widths. */
function balanced(pen, text, width) {
  const lines = wrap(pen, text, width);
  const narrower = [0.5, 0.6, 0.7, 0.8, 0.9].map((partOf) => wrap(pen, text, width * partOf));
  return narrower.find((other) => other.length === lines.length) ?? lines;
}

/* Choose the first size in which a text fits. In the last one the rest is cut off, and a line too wide is condensed. */
function fit(pen, text, width, sizes, weight = 400) {
  let block;
  for (const [size, most] of Object.entries(sizes).sort(([one], [other]) => other - one)) {
    setFont(pen, size, weight);
    const lines = balanced(pen, text, width);
    block = { size: Number(size), weight, width, lines: lines.slice(0, most) };
    if (lines.length > most) block.lines[most - 1] += " …";
    else if (lines.every((line) => pen.measureText(line).width <= width)) break;
  }
  return { ...block, height: text ? Math.round(block.size * 1.2 * block.lines.length) : 0 };
}

/* Write a text from y down, and return the y below it. */
function write(pen, { size, weight, width, lines, height }, x, y) {
  setFont(pen, size, weight);
  lines.forEach((line, index) => {
    pen.fillText(line, x, y + size * (0.95 + 1.2 * index), width);
  });
  return y + height;
}

function drawRanking(pen, ranking, top, room) {
  const height = Math.min(88, room / ranking.length);
  const size = Math.round(height * 0.52);
  ranking.forEach(({ place, name, sign, figure }, index) => {
    const middle = top + height * (index + 0.5);
    const weight = place === 1 ? 700 : 400;
    setColour(pen, "rule");
    pen.fillRect(MARGIN, middle + height / 2 - 1, INNER, 2);
    setColour(pen, "faded");
    write(pen, fit(pen, `${place}.`, 60, { [Math.round(size * 0.7)]: 1 }), MARGIN, middle - size * 0.36);
    drawSign(pen, sign, size, MARGIN + 76, middle);
    setColour(pen, "ink");
    setFont(pen, size, weight);
    const figureWidth = pen.measureText(figure).width;
    // Two partners are one below the other.
    const sizes = { [size]: 1, [Math.round(size * 0.78)]: 1, [Math.round(height * 0.38)]: 2 };
    const block = fit(pen, name, INNER - 116 - GAP - figureWidth, sizes, weight);
    write(pen, block, MARGIN + 116, middle - block.height / 2);
    setFont(pen, size, weight);
    pen.fillText(figure, WIDTH - MARGIN - figureWidth, middle + size * 0.35);
  });
  return top + height * ranking.length;
}

/* The cells of a grid, row by row. */
function cells(count, columns, top, bottom) {
  const width = (INNER + GAP) / columns;
  const height = (bottom - top + GAP) / Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => {
    const left = MARGIN + width * (index % columns);
    const upper = top + height * Math.floor(index / columns);
    return { left, top: upper, right: left + width - GAP, bottom: upper + height - GAP };
  });
}

function drawCurves(pen, { caption, lines }, { left, top, right, bottom }) {
  const values = [0, ...lines.flatMap((line) => line.values)];
  const lowest = Math.min(...values);
  const highest = Math.max(...values, lowest + 1);
  setColour(pen, "faded");
  write(pen, fit(pen, caption, right - left, CAPTION), left, top);
  const upper = top + (caption ? CAPTION_HEIGHT : 0) + END_MARK / 2;
  const lower = bottom - END_MARK / 2;
  const end = right - END_MARK;
  const x = (index, last) => left + ((end - left) * index) / last;
  const y = (value) => lower - ((lower - upper) * (value - lowest)) / (highest - lowest);
  setColour(pen, "strong-rule");
  pen.fillRect(left, y(0) - 1, end - left, 2);
  pen.lineJoin = "round";
  for (const { values: totals, sign, strong } of [...lines].sort((one, other) => one.strong - other.strong)) {
    pen.strokeStyle = signStyle(sign).colour;
    pen.lineWidth = strong ? 8 : 4;
    pen.beginPath();
    totals.forEach((total, index) => {
      pen.lineTo(x(index, totals.length - 1), y(total));
    });
    pen.stroke();
  }
  // The marks at the ends do not cover each other, and each leaves room for those below it.
  const step = Math.min(END_MARK * 0.8, (lower - upper) / (lines.length - 1 || 1));
  const ends = lines.map((line) => [y(line.values.at(-1)), line.sign]).sort(([one], [other]) => one - other);
  let free = upper;
  ends.forEach(([wanted, sign], index) => {
    const middle = Math.min(Math.max(wanted, free), lower - step * (ends.length - 1 - index));
    drawSign(pen, sign, Math.min(END_MARK, step * 1.25), end + END_MARK * 0.6, middle);
    free = middle + step;
  });
}

function drawMonth(pen, { name, signs }, { left, top, right }) {
  const columns = Math.max(5, Math.ceil(signs.length / 2));
  const step = Math.min(42, (right - left) / columns);
  setColour(pen, "faded");
  const below = write(pen, fit(pen, name, right - left, CAPTION), left, top);
  signs.forEach((sign, index) => {
    const x = left + step * ((index % columns) + 0.5);
    drawSign(pen, sign, step, x, below + 42 * (Math.floor(index / columns) + 0.6));
  });
}

/* Write as many sentences as fit between the y `top` and the foot, at the foot. Return the y above them. */
function writeSentences(pen, sentences, top, hasBody) {
  const blocks = [];
  let y = FOOT;
  for (const sentence of sentences) {
    const block = fit(pen, sentence, INNER, SENTENCE);
    if (y - block.height - GAP < top) break;
    blocks.push(block);
    y -= block.height + GAP;
  }
  setColour(pen, "felt");
  // Without curves or months the sentences follow the ranking.
  blocks.reduce((next, block) => write(pen, block, MARGIN, next) + GAP, hasBody ? y : top);
  return y;
}

/* Draw the heading and the double line below it. Return the y below. */
function drawHeading(pen, when, title, figures) {
  setColour(pen, "faded");
  let y = write(pen, fit(pen, when, INNER, LINE), MARGIN, MARGIN);
  setColour(pen, "ink");
  y = write(pen, fit(pen, title, INNER, TITLE, 700), MARGIN, y + GAP / 2);
  setColour(pen, "faded");
  y = write(pen, fit(pen, figures, INNER, LINE), MARGIN, y + GAP / 2) + GAP;
  setColour(pen, "strong-rule");
  pen.fillRect(MARGIN, y - 6, INNER, 2);
  pen.fillRect(MARGIN, y, INNER, 2);
  return y;
}

/* Draw the data of a page's template. Curves or months are between the ranking and the sentences. */
export async function draw({ when, title, figures, ranking, curves, months, sentences }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 40px Literata`)));
  setColour(pen, "paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  let y = drawHeading(pen, when, title, figures);
  const shown = curves.slice(-MOST_CURVES);
  const columns = shown.length === 4 ? 2 : Math.min(3, shown.length);
  const rows = months.length ? 1.5 : Math.ceil(shown.length / columns || 0); // a row of months is higher than of curves
  y = drawRanking(pen, ranking.slice(0, MOST_PLACED), y, rows === 2 ? 400 : 480) + GAP * 1.5;
  const bottom = writeSentences(pen, sentences, y + LEAST_BODY * rows, rows > 0) - GAP;
  cells(shown.length, columns, y, bottom).forEach((cell, index) => {
    drawCurves(pen, shown[index], cell);
  });
  cells(months.length, 4, y, bottom).forEach((cell, index) => {
    drawMonth(pen, months[index], cell);
  });
  setColour(pen, "faded");
  write(pen, fit(pen, "♠♥ La Marque", INNER, CAPTION), MARGIN, FOOT + GAP);
  setColour(pen, "red");
  write(pen, fit(pen, "♥", INNER, CAPTION), MARGIN + pen.measureText("♠").width, FOOT + GAP); // over the faded one
  return canvas;
}

/* Draw the picture before the tap: navigator.share only works within the tap itself. */
let file = null;
async function prepare() {
  file = null;
  const sending = sendingPart();
  const data = sending?.querySelector("template");
  if (!sending) return;
  if (navigator.share) sending.querySelector("button[data-send]").hidden = false;
  // A browser may refuse to draw, or to give the pixels: the text can be sent without the picture.
  const canvas = data && (await draw(JSON.parse(data.content.textContent)).catch(() => null));
  const blob = canvas && (await new Promise((done) => canvas.toBlob(done, "image/png")));
  if (!sending.isConnected) return; // another page was opened
  if (blob) {
    file = new File([blob], "la-marque.png", { type: "image/png" });
    const image = sending.querySelector("img");
    const link = sending.querySelector("[download]");
    image.src = link.href = canvas.toDataURL("image/png");
    image.hidden = link.hidden = false;
  }
  if (nothingShares()) showByHand();
}

/* Without a share sheet and a clipboard the picture is held down, and the text selected, if it is not in a closed fold. */
function showByHand() {
  const told = document.getElementById("told");
  document.querySelector(".by-hand").hidden = !file;
  if (told.offsetParent) getSelection().selectAllChildren(told);
}

async function send(fold) {
  const text = document.getElementById("told").textContent;
  const shared = { text, files: [file] };
  try {
    await navigator.share(file && navigator.canShare?.(shared) ? shared : { text });
  } catch (error) {
    if (error.name === "AbortError") return;
    if (fold) fold.open = true;
    showByHand();
  }
}

document.addEventListener("click", (event) => {
  const sender = event.target.closest("[data-send]");
  const fold = sender?.closest("summary")?.parentElement;
  if (!sender || !navigator.share || fold?.open) return;
  event.preventDefault();
  send(fold);
});
// An event of a fold does not bubble.
document.addEventListener(
  "toggle",
  () => {
    if (sendingPart() && nothingShares()) showByHand();
  },
  true,
);
document.addEventListener("marque:page", prepare);
prepare();
