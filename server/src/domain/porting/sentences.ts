// The sentences of an import's messages, by code, so that a client can say them in another language. Messages stay
// texts: they pass through converted archives, and stored reports have them. `{#max}` is a number, `{field}` any text.

export const importSentences = {
  // A field of a record.
  emptyTitle: 'The title is empty.',
  badBoolean: '"{field}" must be true or false.',
  badColor: '"{field}" must be a color such as "#3b82f6".',
  badCount: '"{field}" must be an integer of at least 0.',
  badEmail: '"{field}" must be an email address.',
  badImportedVotes: '"{field}" must be an integer from 0 to {#max}.',
  badLength: '"{field}" must be {#min} to {#max} characters long.',
  badList: '"{field}" must be a list.',
  badListLength: '"{field}" must have at most {#max} entries.',
  badOneOf: '"{field}" must be one of {values}.',
  badString: '"{field}" must be a string.',
  badTime: '"{field}" must be an ISO 8601 time between 1970 and 2200.',
  badUrl: '"{field}" must be an http or https URL of at most 2048 characters.',
  invisible: '"{field}" must have at least one visible character.',
  notDocument: '"{field}" must be a document: a JSON object whose "type" is "doc".',
  textTooDeep: '"{field}" must not be nested deeper than {#max} levels.',
  textTooLarge: '"{field}" must be at most {#max} KB.',
  textTooMuchMarkup: '"{field}" has too much markup: the parsed document must be at most 400 KB.',
  tooManyLabels: '"{field}" must hold at most {#max} labels.',
  unstorable: '"{field}" must not contain NUL characters or unpaired surrogates.',
  // What a record refers to.
  about: '"{field}":',
  attachmentOwner: 'An attachment must have one of "postId", "commentId" and "changelogId".',
  fileNotInArchive: 'The archive does not contain the file of this attachment.',
  mergeChain: '"mergedIntoId" would make a chain of merged posts; only one level is possible.',
  mergedIntoNothing: '"mergedIntoId" names no other post that was imported: "{id}".',
  mergePostMissing: 'No post with this ID was imported.',
  mergeTarget: 'must name another post, and not one that is merged into this one.',
  namesNothing: '"{field}" names nothing that was imported: "{id}".',
  noDefaults: 'The workspace has no default status or post type.',
  ownerLeftOut:
    'The owner "{owner}" is not a member here, or the email is not proven. The post has no owner.',
  ownUserBanned: "The workspace's own user cannot be banned.",
  parentElsewhere: '"parentId" names a comment of another post.',
  parentMissing: '"parentId" names no comment that was imported.',
  publishedAtMissing: '"publishedAt" must be set unless the state is "draft".',
  suppressionOwner: 'A suppression must have either "email" or "userId".',
  submissionLacks: 'A submission of this kind and state needs "{field}".',
  tooManyLinkedPosts: '"linkedPostIds" must name at most {#max} posts.',
  tooManyTags: '"tagIds" must name at most {#max} tags.',
  voterDeleted: 'The vote has no voter: their account was deleted.',
  voterWithoutId: 'The voter has no ID.',
  // A row, an object or a line.
  authorNotEmail: 'The author\'s email "{email}" is not an email address.',
  lineNotJson: '"line" is not valid JSON: column {#column}.',
  lineNotObject: '"line" must be a JSON object.',
  lineTooLarge: '"line" must not have more than {#max} names and values.',
  lineTooLong: 'The line is too long.',
  quotationMarkNotClosed: 'A quotation mark on line {#line} is not closed.',
  quotationMarkOpen: 'A quotation mark on line {#line} may not be closed.',
  rowCells: 'The row has {#cells} cell(s) and the table {#columns} column(s).',
  rowMissing: 'Missing: {columns}.',
  rowSeparator: 'Is a cell with a separator not quoted?',
  tooManyEntries: '"{field}" has more than {#max} entries.',
  tooManyLevels: 'The object has more than {#max} levels.',
  voterNotEmail: 'The voter "{email}" is not an email address.',
  // What was left out or cut.
  charactersRemoved: '"{field}" had characters that cannot be stored. They were removed.',
  cut: '"{field}" has more than {#max} characters. It was cut.',
  leftOut: 'It was left out.',
  tagsCut: '"{field}" has {#count} tags. Only the first {#max} were kept.',
  unusedColumns: 'Columns that are not used: {columns}.',
  // An attached file.
  fileDeclaredOther: 'The file "{file}" is declared as {declared}, but it is {found}.',
  fileEmpty: '"attachments" has an empty file, "{file}".',
  fileIncomplete: 'The file "{file}" is incomplete.',
  fileNotAllowed: 'The file "{file}" is not an image, a video or a PDF.',
  fileOfType: 'The file "{file}" is not an image, a video or a PDF, but {type}.',
  fileTooLarge: 'The file "{file}" is larger than {#bytes} bytes.',
  notFetched: 'The file was not fetched.',
  fetchAddress: 'Its address is not one that may be called.',
  fetchAnswered: 'The server answered with {#status}.',
  fetchCertificate: 'The certificate could not be verified.',
  fetchCertificateExpired: 'The certificate has expired.',
  fetchCertificateOther: 'The certificate is for another host.',
  fetchCertificateSelfSigned: 'The certificate is self-signed.',
  fetchClosed: 'The connection was closed before the answer.',
  fetchFailed: 'The request failed.',
  fetchFailedWith: 'The request failed ({code}).',
  fetchHost: 'The host cannot be reached.',
  fetchIdle: 'The server sent nothing for {#seconds} second(s).',
  fetchLate: 'It took longer than {#seconds} second(s).',
  fetchNetwork: 'The network cannot be reached.',
  fetchNoAddress: 'The host name has no address.',
  fetchPrivate: 'The host leads to a private address.',
  fetchProtocol: 'The server switched to another protocol.',
  fetchRedirects: 'The server redirected more than {#max} times.',
  fetchRefused: 'The connection was refused.',
  fetchTimedOut: 'The connection timed out.',
  fetchTooSlow: '{host} took too long {#times} times in a row, so it is not asked again.',
  fetchUnresolved: 'The host name could not be resolved.',
  fetchUrl: 'Its address is not a valid URL.',
  // The files as a whole.
  columnMissing: '"{file}" has no column "{column}".',
  csvInvalid: '"{file}" is not valid CSV: {reason}.',
  csvQuotationMark: '"{file}" is not valid CSV: A quotation mark on line {#line} is not closed.',
  csvTooManyColumns: '"{file}" has more than {#max} columns on line {#line}.',
  fileMissing: 'There is no {file} to import.',
  fileUnreadable: 'The file cannot be read: {reason}.',
  filesGone: 'The uploaded files are no longer there; upload them again.',
  jsonInvalid: '"{file}" is not valid JSON.',
  jsonObjectInvalid: '"{file}" is not valid JSON: line {#line}, column {#column} of object {#object}.',
  jsonObjectTooLarge: '"{file}" has an object of more than {#max} names and values.',
  jsonObjectTooLong: '"{file}" has an object of more than {#max} characters.',
  tooManyRecords: '{part} has more than {#max} records.',
  tooManyReplies: 'Too many replies come before the comment that they answer.',
  // An archive.
  archiveDamaged: "The archive's {part} is damaged: {reason}.",
  archiveEncrypted: 'The archive is encrypted.',
  archiveExpands: "The archive's {part} expands more than {#max} times: it may be a zip bomb.",
  archiveExpandsTooMuch: 'The archive expands to more than an import may have: it may be a zip bomb.',
  archiveForeignEntry: 'The archive contains an entry that is not part of the format: {part}.',
  archiveIncomplete: "The archive's {part} is incomplete.",
  archiveJson: "The archive's {part} is not valid JSON: line {#line}, column {#column}.",
  archiveLacks: 'The archive has no {part}.',
  archiveLongName: 'The zip file contains a name of more than {#max} bytes.',
  archiveManifestMissing: 'The archive has no {part}: it is not an Earshot export.',
  archiveNewer:
    'The archive has format version {version}, and this program reads up to {#known}: import it with a newer Earshot.',
  archiveNotExport: 'The archive is not an Earshot export: its manifest has another format.',
  archiveNotMatching:
    "The archive's {part} does not match its manifest: it was changed, or damaged on the way.",
  archiveNotZip: 'The archive is damaged, cut off, or not a zip file: {reason}.',
  archiveShared: 'Entries of the archive share their content: it may be a zip bomb.',
  archiveSite: "The public site in the archive's {part} is invalid:",
  archiveTooLarge: "The archive's {part} is too large.",
  archiveTooManyEntries: 'The archive has too many entries.',
  archiveTwice: 'The archive contains {part} twice.',
  archiveUnknownPart: 'The manifest lists an unknown part: "{part}".',
  archiveUnlisted: 'The archive contains {part}, which its manifest does not list.',
  archiveUnreadable: 'The archive cannot be read: {reason}.',
  archivePartTwice: 'The manifest lists a part twice: "{part}".',
  // How the job went.
  canceled: 'It was canceled.',
  continuesWithRoom: 'The import continues when there is room.',
  continuesWhenAble: 'The import continues when it can.',
  diskFull: "The server's disk is full.",
  interrupted: 'It was interrupted.',
  interruptedTooOften: 'It was interrupted too many times.',
  nothingStored: 'The server cannot store anything at the moment.',
  serverError: 'Something went wrong on our side.',
  takenOver: 'The import was taken over by another process.',
} as const;

export type ImportSentence = keyof typeof importSentences;
export const importSentenceCodes = Object.keys(importSentences) as readonly ImportSentence[];

/** One sentence of a message, and what is filled in. */
export interface ImportReason {
  code: ImportSentence;
  params: Record<string, string>;
}

interface Known {
  code: ImportSentence;
  /** The longest part that is the same in every such sentence: few messages have it. */
  mark: string;
  pattern: RegExp;
}

const placeholder = /\{(#?)(\w+)\}/g;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOf(template: string): RegExp {
  const source = template
    .split(/(\{#?\w+\}|\(s\))/)
    .map((piece) => {
      if (piece === '(s)') return 's?';
      const [, number, name] = /^\{(#?)(\w+)\}$/.exec(piece) ?? [];
      if (name === undefined) return escaped(piece);
      // Reasons of libraries may have several sentences.
      const value = name === 'reason' ? '.+' : '.+?';
      return `(?<${name}>${number === '#' ? '\\d[\\d,]*' : value})`;
    })
    .join('');
  return new RegExp(`^${source}(?= |$)`, 's');
}

const longest = (pieces: readonly string[]): string =>
  pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');

/** Those with more text of their own first: some begin like others. */
const known: readonly Known[] = importSentenceCodes
  .map((code) => {
    const pieces = importSentences[code].split(/\{#?\w+\}|\(s\)/);
    return { code, pieces, mark: longest(pieces), pattern: patternOf(importSentences[code]) };
  })
  .sort((a, b) => b.pieces.join('').length - a.pieces.join('').length);

/** Longer ones quote a whole cell. */
const maxExplained = 4_000;

/** The sentences that a message consists of; none if one of them has no code. */
export function reasonsOf(message: string): ImportReason[] {
  const reasons: ImportReason[] = [];
  if (message.length > maxExplained) return reasons;
  for (let rest = message; rest !== ''; ) {
    const found = firstIn(rest);
    if (found === undefined) return [];
    reasons.push({ code: found.code, params: found.params });
    rest = rest.slice(found.length).trimStart();
  }
  return reasons;
}

function firstIn(text: string): (ImportReason & { length: number }) | undefined {
  for (const { code, mark, pattern } of known) {
    const match = text.includes(mark) ? pattern.exec(text) : null;
    if (match !== null) return { code, params: { ...match.groups }, length: match[0].length };
  }
  return undefined;
}

/** What a sentence names, in the order of the English text. */
export const paramsOf = (template: string): string[] =>
  [...template.matchAll(placeholder)].map(([, , name]) => name ?? '');
