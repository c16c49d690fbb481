"use strict";

const find = (id) => document.getElementById(id);
const game = JSON.parse(find("data").textContent);

