/** One line of Markdown where there is no room to draw it: without the signs that only say how it looks. */
export const plainMarkdown = (line: string): string =>
  line
    .replace(/^ {0,3}(?:#{1,6}|[-*+>]|\d{1,3}[.)]) +/, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1');
