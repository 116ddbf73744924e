"use strict";

// Starts the page of a timeline.

const monthsContainer = document.getElementById("months");
if (monthsContainer) fillMonths(monthsContainer);
const dayView = new DayView(document.getElementById("storyline"));
