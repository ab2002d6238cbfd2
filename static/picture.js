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
const nothing_shares = () => !navigator.share && !navigator.clipboard;
const sending_part = () => document.querySelector(".sharing");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

/* The mark and the colour of a sign, from the style sheet. A soirée without a winner has a dash. */
function sign_style(sign) {
  if (sign === null) return { mark: "–", colour: colour("faded") };
  const element = document.createElement("i");
  element.className = `m${sign}`;
  document.body.append(element);
  const mark = getComputedStyle(element).getPropertyValue("--m").trim()[1],
    { color } = getComputedStyle(element, "::before");
  element.remove();
  return { mark, colour: color };
}

function set_font(pen, size, weight) {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

function draw_sign(pen, sign, size, x, y) {
  const { mark, colour: fill } = sign_style(sign);
  pen.save();
  set_font(pen, size, 400);
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
  const lines = wrap(pen, text, width),
    narrower = [0.5, 0.6, 0.7, 0.8, 0.9].map((part_of) => wrap(pen, text, width * part_of));
  return narrower.find((other) => other.length === lines.length) ?? lines;
}

/* Choose the first size in which a text fits. In the last one the rest is cut off, and a line too wide is condensed. */
function fit(pen, text, width, sizes, weight = 400) {
  let block;
  for (const [size, most] of Object.entries(sizes).sort(([one], [other]) => other - one)) {
    set_font(pen, size, weight);
    const lines = balanced(pen, text, width);
    block = { size: Number(size), weight, width, lines: lines.slice(0, most) };
    if (lines.length > most) block.lines[most - 1] += " …";
    else if (lines.every((line) => pen.measureText(line).width <= width)) break;
  }
  return { ...block, height: text ? Math.round(block.size * 1.2 * block.lines.length) : 0 };
}

/* Write a text from y down, and return the y below it. */
function write(pen, { size, weight, width, lines, height }, x, y) {
  set_font(pen, size, weight);
  lines.forEach((line, index) => {
    pen.fillText(line, x, y + size * (0.95 + 1.2 * index), width);
  });
  return y + height;
}

function draw_ranking(pen, ranking, top, room) {
  const height = Math.min(88, room / ranking.length),
    size = Math.round(height * 0.52);
  ranking.forEach(({ place, name, sign, figure }, index) => {
    const middle = top + height * (index + 0.5),
      weight = place === 1 ? 700 : 400;
    pen.fillStyle = colour("rule");
    pen.fillRect(MARGIN, middle + height / 2 - 1, INNER, 2);
    pen.fillStyle = colour("faded");
    if (place) write(pen, fit(pen, `${place}.`, 60, { [Math.round(size * 0.7)]: 1 }), MARGIN, middle - size * 0.36);
    draw_sign(pen, sign, size, MARGIN + 76, middle);
    pen.fillStyle = colour("ink");
    set_font(pen, size, weight);
    const figure_width = pen.measureText(figure).width;
    // Two partners are one below the other.
    const sizes = { [size]: 1, [Math.round(size * 0.78)]: 1, [Math.round(height * 0.38)]: 2 };
    const block = fit(pen, name, INNER - 116 - GAP - figure_width, sizes, weight);
    write(pen, block, MARGIN + 116, middle - block.height / 2);
    set_font(pen, size, weight);
    pen.fillText(figure, WIDTH - MARGIN - figure_width, middle + size * 0.35);
  });
  return top + height * ranking.length;
}

/* The cells of a grid, row by row. */
function cells(count, columns, top, bottom) {
  const width = (INNER + GAP) / columns,
    height = (bottom - top + GAP) / Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => {
    const left = MARGIN + width * (index % columns),
      upper = top + height * Math.floor(index / columns);
    return { left, top: upper, right: left + width - GAP, bottom: upper + height - GAP };
  });
}

function draw_curves(pen, { caption, lines }, { left, top, right, bottom }) {
  const values = [0, ...lines.flatMap((line) => line.values)],
    lowest = Math.min(...values),
    highest = Math.max(...values, lowest + 1);
  pen.fillStyle = colour("faded");
  write(pen, fit(pen, caption, right - left, CAPTION), left, top);
  const upper = top + (caption ? CAPTION_HEIGHT : 0) + END_MARK / 2,
    lower = bottom - END_MARK / 2,
    end = right - END_MARK;
  const x = (index, last) => left + ((end - left) * index) / last,
    y = (value) => lower - ((lower - upper) * (value - lowest)) / (highest - lowest);
  pen.fillStyle = colour("strong-rule");
  pen.fillRect(left, y(0) - 1, end - left, 2);
  pen.lineJoin = "round";
  for (const { values: totals, sign, strong } of [...lines].sort((one, other) => one.strong - other.strong)) {
    pen.strokeStyle = sign_style(sign).colour;
    pen.lineWidth = strong ? 8 : 4;
    pen.beginPath();
    totals.forEach((total, index) => {
      pen.lineTo(x(index, totals.length - 1), y(total));
    });
    pen.stroke();
  }
  // The marks at the ends do not cover each other, and each leaves room for those below it.
  const step = Math.min(END_MARK * 0.8, (lower - upper) / (lines.length - 1 || 1)),
    ends = lines.map((line) => [y(line.values.at(-1)), line.sign]).sort(([one], [other]) => one - other);
  let free = upper;
  ends.forEach(([wanted, sign], index) => {
    const middle = Math.min(Math.max(wanted, free), lower - step * (ends.length - 1 - index));
    draw_sign(pen, sign, Math.min(END_MARK, step * 1.25), end + END_MARK * 0.6, middle);
    free = middle + step;
  });
}

function draw_month(pen, { name, signs }, { left, top, right }) {
  const columns = Math.max(5, Math.ceil(signs.length / 2)),
    step = Math.min(42, (right - left) / columns);
  pen.fillStyle = colour("faded");
  const below = write(pen, fit(pen, name, right - left, CAPTION), left, top);
  signs.forEach((sign, index) => {
    const x = left + step * ((index % columns) + 0.5);
    draw_sign(pen, sign, step, x, below + 42 * (Math.floor(index / columns) + 0.6));
  });
}

/* Write as many sentences as fit between the y `top` and the foot, at the foot. Return the y above them. */
function write_sentences(pen, sentences, top, has_body) {
  const blocks = [];
  let y = FOOT;
  for (const sentence of sentences) {
    const block = fit(pen, sentence, INNER, SENTENCE);
    if (y - block.height - GAP < top) break;
    blocks.push(block);
    y -= block.height + GAP;
  }
  pen.fillStyle = colour("felt");
  // Without curves or months the sentences follow the ranking.
  blocks.reduce((next, block) => write(pen, block, MARGIN, next) + GAP, has_body ? y : top);
  return y;
}

export async function draw({ when, title, figures, ranking, curves, months, sentences }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT }),
    pen = canvas.getContext("2d");
  await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 40px Literata`)));
  pen.fillStyle = colour("paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = colour("faded");
  let y = write(pen, fit(pen, when, INNER, LINE), MARGIN, MARGIN);
  pen.fillStyle = colour("ink");
  y = write(pen, fit(pen, title, INNER, TITLE, 700), MARGIN, y + GAP / 2);
  pen.fillStyle = colour("faded");
  y = write(pen, fit(pen, figures, INNER, LINE), MARGIN, y + GAP / 2) + GAP;
  pen.fillStyle = colour("strong-rule");
  pen.fillRect(MARGIN, y - 6, INNER, 2);
  pen.fillRect(MARGIN, y, INNER, 2);
  const shown = curves.slice(-MOST_CURVES),
    columns = shown.length === 4 ? 2 : Math.min(3, shown.length),
    rows = months.length ? 1.5 : Math.ceil(shown.length / columns || 0);
  y = draw_ranking(pen, ranking.slice(0, MOST_PLACED), y, rows === 2 ? 400 : 480) + GAP * 1.5;
  const bottom = write_sentences(pen, sentences, y + LEAST_BODY * rows, rows > 0) - GAP;
  cells(shown.length, columns, y, bottom).forEach((cell, index) => {
    draw_curves(pen, shown[index], cell);
  });
  cells(months.length, 4, y, bottom).forEach((cell, index) => {
    draw_month(pen, months[index], cell);
  });
  pen.fillStyle = colour("faded");
  write(pen, fit(pen, "♠♥ La Marque", INNER, CAPTION), MARGIN, FOOT + GAP);
  pen.fillStyle = colour("red");
  write(pen, fit(pen, "♥", INNER, CAPTION), MARGIN + pen.measureText("♠").width, FOOT + GAP);
  return canvas;
}

/* Draw the picture before the tap: navigator.share only works within the tap itself. */
let file = null;
async function prepare() {
  file = null;
  const sending = sending_part(),
    data = sending?.querySelector("template");
  if (!sending) return;
  if (navigator.share) sending.querySelector("button[data-send]").hidden = false;
  // A browser may refuse to draw, or to give the pixels: the text can be sent without the picture.
  const canvas = data && (await draw(JSON.parse(data.content.textContent)).catch(() => null)),
    blob = canvas && (await new Promise((done) => canvas.toBlob(done, "image/png")));
  if (!sending.isConnected) return; // another page was opened
  if (blob) {
    file = new File([blob], "la-marque.png", { type: "image/png" });
    const image = sending.querySelector("img"),
      link = sending.querySelector("[download]");
    image.src = link.href = canvas.toDataURL("image/png");
    image.hidden = link.hidden = false;
  }
  if (nothing_shares()) show_by_hand();
}

/* Without a share sheet and a clipboard the picture is held down, and the text selected, if it is not in a closed fold. */
function show_by_hand() {
  const told = document.getElementById("told");
  document.querySelector(".by-hand").hidden = !file;
  if (told.offsetParent) getSelection().selectAllChildren(told);
}

async function send(fold) {
  const text = document.getElementById("told").textContent,
    shared = { text, files: [file] };
  try {
    await navigator.share(file && navigator.canShare?.(shared) ? shared : { text });
  } catch (error) {
    if (error.name === "AbortError") return;
    if (fold) fold.open = true;
    show_by_hand();
  }
}

document.addEventListener("click", (event) => {
  const sender = event.target.closest("[data-send]"),
    fold = sender?.closest("summary")?.parentElement;
  if (!sender || !navigator.share || fold?.open) return;
  event.preventDefault();
  send(fold);
});
// An event of a fold does not bubble.
document.addEventListener("toggle", () => sending_part() && nothing_shares() && show_by_hand(), true);
document.addEventListener("marque:page", prepare);
prepare();
