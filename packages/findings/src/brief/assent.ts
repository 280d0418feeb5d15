const words = new Set(
  `yes yep yeah y ja ok okay k sure go on ahead continue proceed resume keep going carry next do it that this please pls thanks thank you great
  good nice perfect cool lgtm looks fine awesome excellent right correct exactly now then and again retry try weiter 1 2 3
  approve approved accept confirmed agree agreed alright so the all both first second option a b`.split(
    /\s+/,
  ),
);

/** “Yes, go on”: it says that the way is right, and asks for nothing new. */
export function isAssent(text: string): boolean {
  if (text.length > 60) return false;
  const said = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return said.length <= 8 && said.every((word) => words.has(word));
}
