// The text of a comment, as every answer has it.

/** Of a line of plain text. */
export const saying = (content: string) => ({
  content,
  contentHtml: content === '' ? '' : `<p>${content}</p>`,
  contentDocument: {
    type: 'doc',
    content: [{ type: 'paragraph', ...(content !== '' && { content: [{ type: 'text', text: content }] }) }],
  },
});
