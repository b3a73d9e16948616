// The words of mails in English. The other languages have the same.

export interface MailTexts {
  test: {
    subject: (sender: string) => string;
    works: string;
    looks: string;
    button: string;
    reason: (workspace: string) => string;
  };
}

export const en: MailTexts = {
  test: {
    subject: (sender) => `A test from ${sender}`,
    works: 'Mail works.',
    looks: 'This is how your mails look.',
    button: 'Open Earshot',
    reason: (workspace) => `You asked for this test in the settings of ${workspace}.`,
  },
};
