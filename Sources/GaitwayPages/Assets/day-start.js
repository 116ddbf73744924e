import { fillMonths } from "./day-calendar.js";
import { DayView } from "./day.js";

// Starts the page of a timeline.

const monthsContainer = document.getElementById("months");
if (monthsContainer) fillMonths(monthsContainer);
export const dayView = new DayView(document.getElementById("storyline"));
