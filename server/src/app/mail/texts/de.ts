// The words of mails in German.

import type { MailTexts } from './en.ts';

export const de: MailTexts = {
  test: {
    subject: (sender) => `Ein Test von ${sender}`,
    works: 'E-Mail funktioniert.',
    looks: 'So sehen Ihre E-Mails aus.',
    button: 'Earshot öffnen',
    reason: (workspace) => `Sie haben diesen Test in den Einstellungen von ${workspace} angefordert.`,
    marked: (subject) => `[Test] ${subject}`,
    ofEntry: (isEarly) =>
      `Sie haben diesen Test angefordert.${isEarly ? ' Die Schaltfläche funktioniert, sobald der Eintrag veröffentlicht ist.' : ''} In der E-Mail an andere steht hier, warum sie sie erhalten, und die Links darunter beenden solche E-Mails. Hier beenden sie nichts.`,
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
  replyTo: {
    title: 'Antworten erhalten',
    subject: (sender) => `Antworten auf E-Mails von ${sender} erhalten?`,
    asks: (sender) => `Antworten auf Neuigkeiten von ${sender} sollen an diese Adresse gehen.`,
    button: 'Ja, hierher senden',
    done: (sender) => `Erledigt. Antworten auf Neuigkeiten von ${sender} gehen an diese Adresse.`,
    reason: (workspace) =>
      `Jemand hat diese Adresse in den Einstellungen von ${workspace} eingegeben. Wenn Ihnen das nichts sagt, brauchen Sie nichts zu tun: Ohne diesen Link kommen hier keine Antworten an.`,
  },
  notice: {
    seePost: 'Zum Beitrag',
    follows: (title) => `Sie erhalten diese E-Mail, weil Sie „${title}“ folgen.`,
    voted: (title, sender) =>
      `Sie erhalten diese E-Mail, weil Sie für „${title}“ gestimmt haben und ${sender} Sie informieren möchte.`,
    subscribes: (sender) =>
      `Sie erhalten diese E-Mail, weil Sie den Changelog von ${sender} abonniert haben.`,
  },
  status: {
    subject: (status, title) => `${status}: ${title}`,
    moved: (title, status) => `„${title}“ hat jetzt den Status: ${status}.`,
  },
  answer: {
    subject: (title) => `Eine Antwort auf: ${title}`,
    says: (sender, title) => `${sender} hat auf „${title}“ geantwortet:`,
  },
  reply: {
    subject: (title) => `Eine Antwort auf Ihren Kommentar: ${title}`,
    says: (title) => `Auf Ihren Kommentar zu „${title}“ gibt es eine Antwort:`,
  },
  team: {
    waits: (count) => (count === 1 ? 'Ein Beitrag wartet auf Sie' : `${count} Beiträge warten auf Sie`),
    forYou: 'Ihr Team bittet Sie, sich das anzusehen:',
    inInbox: 'In Ihrem Eingang:',
    why: {
      mention: (title) => `Sie wurden in „${title}“ erwähnt.`,
      handover: (title) => `„${title}“ wurde Ihnen zugewiesen.`,
      later: (title) => `Sie haben „${title}“ bis jetzt zurückgestellt.`,
      new: (title) => `Neu: „${title}“.`,
      comment: (title) => `Neue Kommentare zu „${title}“.`,
    },
    more: (count) => `Und ${count} weitere.`,
    button: 'Eingang öffnen',
    reason: (workspace) => `Sie erhalten diese E-Mail, weil Sie Mitglied von ${workspace} sind.`,
    leave: 'E-Mails zu Ihrem Eingang beenden',
  },
  changelog: {
    ships: (sender, titles, more) =>
      titles.length === 0
        ? `Neuigkeiten von ${sender}:`
        : `Neuigkeiten von ${sender} zu ${titles.map((title) => `„${title}“`).join(', ')}${more > 0 ? ` und ${more} weiteren` : ''}:`,
    button: 'Alles lesen',
  },
  leave: {
    title: 'Diese E-Mails beenden',
    asks: {
      changelog: (sender) => `Nicht mehr jeden Eintrag im Changelog von ${sender} per E-Mail erhalten?`,
      team: (sender) => `Keine E-Mails mehr zu Ihrem Eingang in ${sender} erhalten?`,
      post: (sender) => `Keine E-Mails mehr von ${sender} zu diesem Beitrag erhalten?`,
      notices: (sender) => `Keine Neuigkeiten mehr per E-Mail von ${sender} erhalten?`,
      sign_in: (sender) => `Keine Anmeldelinks mehr per E-Mail von ${sender} erhalten?`,
    },
    button: 'Diese E-Mails beenden',
    done: {
      changelog: (sender) => `Erledigt. ${sender} schickt Ihnen nicht mehr jeden Eintrag des Changelogs.`,
      team: (sender) =>
        `Erledigt. Sie erhalten keine E-Mails mehr zu Ihrem Eingang in ${sender}. In den Einstellungen Ihres Kontos können Sie sie wieder einschalten.`,
      post: (sender) => `Erledigt. ${sender} schickt Ihnen keine E-Mails mehr zu diesem Beitrag.`,
      notices: (sender) => `Erledigt. ${sender} schickt Ihnen keine Neuigkeiten mehr per E-Mail.`,
      sign_in: (sender) => `Erledigt. ${sender} schickt keine Anmeldelinks mehr an diese Adresse.`,
    },
    ofTest: (sender) =>
      `Dieser Link stammt aus einem Test und beendet nichts. In anderen E-Mails von ${sender} bittet er um eine Bestätigung.`,
    post: 'E-Mails zu diesem Beitrag beenden',
    changelog: 'E-Mails zum Changelog beenden',
    all: 'Alle Neuigkeiten per E-Mail beenden',
  },
};
