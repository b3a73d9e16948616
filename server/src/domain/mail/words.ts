// What people wrote, as it may stand in a mail: plain, short, and without addresses that look like ours.

const address = /(?:https?:\/\/|www\.)\S+|\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}\/\S*/giu;
// Control characters, and those that turn the direction of text around.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const maxQuoted = 300;

/** Of whom it is matters: visitors' texts have no addresses. */
export const quoted = (text: string, { isFromTeam }: { isFromTeam: boolean }): string =>
  shortened(isFromTeam ? text : text.replace(address, '[link]'));

function shortened(text: string): string {
  const characters = [
    ...text
      .replace(unseen, '')
      .trim()
      .slice(0, 10 * maxQuoted),
  ];
  return characters.length <= maxQuoted
    ? characters.join('')
    : `${characters
        .slice(0, maxQuoted - 1)
        .join('')
        .trimEnd()}…`;
}

/** A title on one line. */
export const titled = (title: string): string => quoted(title, { isFromTeam: false }).replace(/\s+/gu, ' ');
