/* Comforts only: every page works without this file. All listeners sit on the document, so swapped pages need nothing.
   One file per concern, put together when the house opens, each in a scope of its own. */
"use strict";
import "./htmx-4.0.1.min.js";
document.documentElement.classList.add("js");
import "./script/entry.js";
import "./script/counts.js";
import "./script/taps.js";
import "./script/moves.js";
import "./script/menu.js";
import "./script/network.js";
import "./script/keep.js";
import "./script/names.js";
import "./script/keyboard.js";
import "./script/sheet.js";
import "./script/reading.js";
document.dispatchEvent(new CustomEvent("marque:page"));
import "./script/live.js";
import "./script/waiting_rows.js";
import "./script/waiting.js";
import "./script/awake.js";
import "./script/copies.js";
