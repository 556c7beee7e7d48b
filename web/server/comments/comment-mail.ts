import { commentExcerpt } from '@tidemark/shared/comments/comment-excerpt'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { htmlText, mailPage, openLink } from '../jobs/deliveries/mail-page'

/** The comments of one thread that a mail is about. */
export interface CommentedThread {
  readonly id: string
  readonly dashboard: string
  /** The tile and mark that it is about; empty for the dashboard as a whole. */
  readonly about: string
  readonly link: string
  /** The address where the reader switches these mails off. */
  readonly settings: string
  /** Oldest first, at least one. isMention: it names the reader. */
  readonly comments: readonly { readonly who: string; readonly text: string; readonly isMention: boolean }[]
}

const mostInSubject = 80
const why = 'You get this because a comment names you or answers in a thread of yours.'

/** Writes a mail about new comments of a thread as a text and as HTML. */
export function writeCommentMail({ id, dashboard, about, link, settings, comments }: CommentedThread) {
  const where = commentExcerpt(dashboard, mostInSubject)
  const place = about === '' ? where : `${where} · ${about}`
  const lines = comments.map(({ who, text, isMention }) => ({
    head: `${who} ${isMention ? 'named you' : 'answered'}`,
    text,
  }))
  const [only] = lines
  const subject =
    lines.length === 1 && only !== undefined
      ? `${commentExcerpt(only.head, mostInSubject)} on “${where}”`
      : `${plural('en', lines.length, 'new comment')} on “${where}”`
  const quoted = (text: string) => text.replaceAll(/^/gm, '  ')
  return {
    subject,
    text: `${place}\n\n${lines.map(({ head, text }) => `${head}:\n\n${quoted(text)}\n\n`).join('')}Answer: ${link}\n\n--\n${why}\nSwitch these mails off: ${settings}\n`,
    html: mailPage({
      title: subject,
      content: `<p class="muted">${htmlText(place)}</p>
${lines
  .map(({ head, text }) => `<p class="who">${htmlText(head)}</p>\n<div class="quote">${htmlText(text)}</div>`)
  .join('\n')}
${openLink(link, 'Answer in Tidemark')}`,
      footer: `${why} <a href="${htmlText(settings)}">Switch these mails off</a>`,
    }),
    // Mail programs show the mails of a thread together, and beside them the link to where they are switched off.
    headers: { References: `<thread-${id}@tidemark>`, 'List-Unsubscribe': `<${settings}>` },
  }
}
