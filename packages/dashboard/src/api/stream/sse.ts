export interface StreamMessage {
  id: string | undefined;
  event: string;
  data: string;
}

/** Server-sent events out of text chunks cut anywhere. Comments (heartbeats) yield nothing. */
export function createParser(onMessage: (message: StreamMessage) => void): (chunk: string) => void {
  let rest = '';
  let id: string | undefined;
  let event = '';
  let data: string[] = [];
  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onMessage({ id, event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id') id = value;
  };
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) line(one.endsWith('\r') ? one.slice(0, -1) : one);
  };
}
