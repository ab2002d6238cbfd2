/* What a page does not need at once, fetched a moment after it stands: it follows what other phones write, keeps what
   could not be sent, stays awake, and opens without a network. */
"use strict";
import "./script/telling.js";
import "./script/live.js";
import "./script/waiting.js";
import "./script/awake.js";
import "./script/copies.js";
document.documentElement.dataset.whole = "";
