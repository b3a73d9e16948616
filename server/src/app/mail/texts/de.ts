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
  signIn: {
    subject: (site) => `Bei ${site} anmelden`,
    signsIn: (site) => `Dieser Link meldet Sie bei ${site} an.`,
    votes: (site) => `Dieser Link meldet Sie bei ${site} an, und Ihre Stimme zählt.`,
    lasts: 'Er gilt einmal, eine Stunde lang.',
    button: 'Anmelden',
    reason: (site) =>
      `Jemand hat diese Adresse auf der Anmeldeseite von ${site} eingegeben. Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ohne diesen Link wird niemand angemeldet.`,
  },
  invite: {
    subject: (workspace) => `Einladung zu ${workspace}`,
    invites: (inviter, workspace) => `${inviter} lädt Sie zu ${workspace} auf Earshot ein.`,
    lasts: 'Der Link gilt einmal, eine Woche lang.',
    button: 'Beitreten',
    reason: (inviter) =>
      `${inviter} hat diese Adresse eingegeben. Wenn Ihnen das nichts sagt, brauchen Sie nichts zu tun.`,
  },
  leave: {
    title: 'Diese E-Mails beenden',
    asks: {
      notices: (sender) => `Keine Neuigkeiten mehr per E-Mail von ${sender} erhalten?`,
      sign_in: (sender) => `Keine Anmeldelinks mehr per E-Mail von ${sender} erhalten?`,
    },
    button: 'Diese E-Mails beenden',
    done: {
      notices: (sender) => `Erledigt. ${sender} schickt Ihnen keine Neuigkeiten mehr per E-Mail.`,
      sign_in: (sender) => `Erledigt. ${sender} schickt keine Anmeldelinks mehr an diese Adresse.`,
    },
  },
};
