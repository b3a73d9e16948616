// The words of mails in German.

import type { MailTexts } from './en.ts';

export const de: MailTexts = {
  test: {
    subject: (sender) => `Ein Test von ${sender}`,
    works: 'E-Mail funktioniert.',
    looks: 'So sehen Ihre E-Mails aus.',
    button: 'Earshot öffnen',
    reason: (workspace) => `Sie haben diesen Test in den Einstellungen von ${workspace} angefordert.`,
  },
};
