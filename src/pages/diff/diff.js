"use strict";
// The slider is the only thing that needs a script: without one it is not offered.
document.documentElement.classList.add("scripted-page");
for (const slider of document.querySelectorAll(".slider")) {
  const pair = slider.previousElementSibling;
  const move = () => pair.style.setProperty("--cut", slider.value + "%");
  slider.addEventListener("input", move);
  move();
}
