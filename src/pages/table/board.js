
// The end of `showBoard`: puts the last frame on the page.

peek = peekAll;
step = frames.length - 1;
find("board").replaceChildren();
build();
crown();
const frame = frames[step];
lay(frame);
tellPlates(frame);
tell(frame);
const ended = game.ending !== null;
finale.hidden = !ended;
score(frame, ended);
return { seats, cards, zoom };
