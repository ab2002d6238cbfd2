/* Optional scripts: every page works without them. All listeners are on the document, so swapped pages need no set-up.
   One file per concern, bundled at start-up, each in its own scope. docs/architecture.md lists the events by which they
   call each other. */
"use strict";
import "./htmx-4.0.1.min.js";
document.documentElement.classList.add("js");
/* The server needs the time zone for the day of a soirée that begins here. */
document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;
import "./script/entry.js";
import "./script/network.js";
import "./script/page_styles.js";
import "./script/count_fields.js";
import "./script/menu.js";
import "./script/row_details.js";
import "./script/on_demand.js";
import "./script/scroll_opened.js";
import "./script/rank_animation.js";
import "./script/stored_queue.js";
import "./script/tap_queue.js";
/* The scripts below prepare the page themselves. */
document.dispatchEvent(new Event("marque:page"));
import "./script/live.js";
import "./script/queued_rows.js";
import "./script/form_queue.js";
import "./script/wake_lock.js";
import "./script/offline_pages.js";
