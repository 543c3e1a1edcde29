import { escapeHtml } from '@posthorn/core'
import type { NoticeText } from '../push/notice-text.js'

/** A digest of mentions, for nodemailer, which encodes every header. */
export type Mail = { subject: string; text: string; html: string }

/** Further mentions are only counted. */
const maxShown = 20

/** Returns the digest of a user's mentions, newest last. `baseUrl` has no trailing slash. */
export function mailText(
  notices: NoticeText[],
  { baseUrl, unsubscribeUrl }: { baseUrl: string; unsubscribeUrl: string },
): Mail {
  const shown = notices.slice(-maxShown)
  const count = notices.length === 1 ? '1 mention' : `${notices.length} mentions`
  const subject = `${count} while you were away`
  const earlier = notices.length > shown.length ? `Only the last ${maxShown} are shown.` : ''
  const why = 'You get this e-mail because you turned on e-mails about mentions in Posthorn.'
  const texts = shown.map(({ title, body, path }) => `${title}:\n${body}\n${baseUrl}${path}`)
  const blocks = shown.map(({ title, body, path }) => {
    const url = escapeHtml(baseUrl + path)
    return `<p><a href="${url}">${escapeHtml(title)}</a><br>${escapeHtml(body)}</p>`
  })
  return {
    subject,
    text: [`${subject}. ${earlier}`.trim(), ...texts, `-- \n${why}\nUnsubscribe: ${unsubscribeUrl}`].join(
      '\n\n',
    ),
    html: [
      `<p>${subject}. ${earlier}</p>`,
      ...blocks,
      `<hr><p>${why} <a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`,
    ].join('\n'),
  }
}
