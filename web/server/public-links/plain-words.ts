import type { EmbedError } from '@tidemark/shared/public-links/embed'
import type { PageLanguage } from '@tidemark/shared/public-links/page-language'

/** The words of a page in place of one that is not shown. text: empty for none. */
export interface PlainWords {
  readonly title: string
  readonly text: string
}

interface PasswordWords extends PlainWords {
  readonly label: string
  readonly open: string
  readonly wrong: string
  /** wait: a time, such as “4 seconds”. */
  readonly tooMany: (wait: string) => string
}

export const passwordWords: Readonly<Record<PageLanguage, PasswordWords>> = {
  en: {
    title: 'This page has a password',
    text: 'Whoever gave you the link can tell it to you.',
    label: 'Password',
    open: 'Open',
    wrong: 'That is not the password. Capital and small letters differ.',
    tooMany: (wait) => `Too many wrong passwords. Try again in ${wait}.`,
  },
  de: {
    title: 'Diese Seite hat ein Passwort',
    text: 'Wer Ihnen den Link gegeben hat, kann es Ihnen sagen.',
    label: 'Passwort',
    open: 'Öffnen',
    wrong: 'Das ist nicht das Passwort. Groß- und Kleinbuchstaben zählen.',
    tooMany: (wait) => `Zu viele falsche Passwörter. Nächster Versuch in ${wait}.`,
  },
}

export const plainWords: Readonly<Record<EmbedError, Readonly<Record<PageLanguage, PlainWords>>>> = {
  unknown: {
    en: {
      title: 'This link no longer works',
      text: 'It was taken back, or part of it is missing. Ask whoever gave it to you for another.',
    },
    de: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Er wurde zurückgezogen, oder ein Teil davon fehlt. Fragen Sie nach einem neuen.',
    },
  },
  expired: {
    en: {
      title: 'This link has expired',
      text: 'It was made for a limited time. Ask whoever gave it to you for another.',
    },
    de: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er galt für begrenzte Zeit. Fragen Sie nach einem neuen.',
    },
  },
  stopped: {
    en: {
      title: 'This link has stopped',
      text: 'What it showed is gone, or whoever made it may not share it any more.',
    },
    de: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Was er zeigte, gibt es nicht mehr, oder es darf nicht mehr geteilt werden.',
    },
  },
  busy: {
    en: { title: 'Too many people ask at once', text: 'Load this page again in a minute.' },
    de: { title: 'Zu viele Anfragen auf einmal', text: 'Laden Sie diese Seite in einer Minute neu.' },
  },
  failed: {
    en: { title: 'This page could not be drawn', text: 'Load it again in a moment.' },
    de: { title: 'Diese Seite konnte nicht gezeichnet werden', text: 'Laden Sie sie gleich noch einmal.' },
  },
  'too-long': {
    en: { title: 'This address is too long', text: 'Open the link as it was given to you, and choose fewer values.' },
    de: {
      title: 'Diese Adresse ist zu lang',
      text: 'Öffnen Sie den Link, wie Sie ihn bekommen haben, und wählen Sie weniger Werte.',
    },
  },
  method: {
    en: { title: 'This page can only be read', text: 'Open the link in a browser.' },
    de: { title: 'Diese Seite kann nur gelesen werden', text: 'Öffnen Sie den Link in einem Browser.' },
  },
  'has-password': {
    en: {
      title: 'This page has a password',
      text: 'Pages with a password are not shown in others. Open its link instead.',
    },
    de: {
      title: 'Diese Seite hat ein Passwort',
      text: 'Seiten mit Passwort werden nicht in anderen gezeigt. Öffnen Sie stattdessen ihren Link.',
    },
  },
  'needs-signature': {
    en: {
      title: 'This page is part of another',
      text: 'It opens only inside the product that it was made for.',
    },
    de: {
      title: 'Diese Seite gehört zu einer anderen',
      text: 'Sie öffnet sich nur in dem Produkt, für das sie gemacht ist.',
    },
  },
  'signature-refused': {
    en: {
      title: 'This page was not signed as it must be',
      text: 'Whoever made the page around it finds in the documentation of embeds what a signature needs.',
    },
    de: {
      title: 'Diese Seite ist nicht gültig signiert',
      text: 'Was eine Signatur braucht, steht in der Dokumentation der eingebetteten Seiten.',
    },
  },
  'token-expired': {
    en: { title: 'This page was open for long', text: 'Load the page around it again.' },
    de: { title: 'Diese Seite war lange offen', text: 'Laden Sie die Seite neu, in der sie steht.' },
  },
  'signed-value-refused': {
    en: {
      title: 'This page cannot take what was signed',
      text: 'The signature sets a filter or parameter that is not on this page, or a value that does not fit it.',
    },
    de: {
      title: 'Diese Seite kann nicht zeigen, was signiert ist',
      text: 'Die Signatur setzt einen Filter oder Parameter, den es hier nicht gibt, oder einen unpassenden Wert.',
    },
  },
}
