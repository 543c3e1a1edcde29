import { escapeHtml } from '@posthorn/core'
import {
  allowMail,
  claimMail,
  type Db,
  type DueNotice,
  findWantedNotices,
  mailAddressOf,
  postponeMail,
  returnMail,
} from '@posthorn/db'
import type { Log, SecretBox } from '@posthorn/server'
import { createTransport, type Transporter } from 'nodemailer'
import { type NoticeText, noticeText } from '../push/notice-text.js'
import { startTicking } from '../push/ticking.js'
import { type MailServer, needsTls } from './mail-server.js'
import { unsubscribeUrl } from './unsubscribe.js'

export type MailOptions = {
  db: Db
  secretBox: SecretBox
  log: Log
  baseUrl: string | undefined
  /** Without one, no e-mails are sent. */
  server: MailServer | undefined
  /** Returns the users with a live socket, or undefined if nobody knows. */
  online: () => Promise<Set<string> | undefined>
  nowMs?: (() => number) | undefined
  everyMs?: number | undefined
}

export type MailSender = { isOn: boolean; close: () => Promise<void> }

/** Users per tick, so that presence is looked up again after a while. */
const maxUsers = 20
const retryAfterMs = 15 * 60_000

/** Of each step of a conversation with the SMTP server. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type Means = { transport: Transporter; from: string; baseUrl: string }

/** Sends e-mails about mentions to users who have been away, until it is closed. Several processes send different ones. */
export function openMailSender(options: MailOptions): MailSender {
  const { log, everyMs = 30_000 } = options
  const means = meansOf(options)
  if (means === undefined) return { isOn: false, close: async () => {} }
  const { close } = startTicking({
    everyMs,
    act: closing => sendDigests(options, means, closing),
    onError: err => log.warn({ err }, 'e-mails not sent'),
  })
  return { isOn: true, close: () => close().finally(() => means.transport.close()) }
}

function meansOf({ server, baseUrl, secretBox, log }: MailOptions): Means | undefined {
  if (server === undefined) return undefined
  if (baseUrl === undefined || secretBox.seal('', '') === undefined) {
    log.warn('no e-mails are sent, because they need BASE_URL and SECRETS_KEY')
    return undefined
  }
  const access = { disableFileAccess: true, disableUrlAccess: true }
  const requireTLS = needsTls(server.smtpUrl)
  const transport = createTransport({ url: server.smtpUrl, requireTLS, ...timeouts, ...access })
  return { transport, from: server.from, baseUrl }
}

/** Claims one user at a time, so that an error or the end of the process loses the mentions of one user at most. */
async function sendDigests(options: MailOptions, means: Means, closing: AbortSignal): Promise<void> {
  const { db, online, nowMs = Date.now } = options
  const now = nowMs() // as of before who is present, so that whoever came meanwhile is no longer away
  const present = await online()
  if (present === undefined) return
  await postponeMail(db, [...present], now)
  for (let users = 0; users < maxUsers && !closing.aborted; users++) {
    const due = await claimMail(db, now)
    const [first] = due
    if (first === undefined) return
    await sendDigest(options, means, { userId: first.userId, due })
  }
}

/** Sends one user's e-mail. After an error that shows that the server has not taken it, it is due again in 15 minutes. */
async function sendDigest(
  { db, secretBox, log, nowMs = Date.now }: MailOptions,
  { transport, from, baseUrl }: Means,
  { userId, due }: { userId: string; due: DueNotice[] },
): Promise<void> {
  const notices = await findWantedNotices(db, due)
  const user = notices.length === 0 ? undefined : await mailAddressOf(db, userId)
  if (user === undefined) return allowMail(db, [userId])
  const url = unsubscribeUrl(secretBox, userId, baseUrl)
  try {
    await transport.sendMail({
      from,
      to: { name: user.username, address: user.email },
      ...mailText(notices.map(noticeText), { baseUrl, unsubscribeUrl: url }),
      headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      list: { unsubscribe: url },
    })
    log.info({ user: userId, mentions: notices.length }, 'e-mail sent')
  } catch (error) {
    log.warn({ user: userId, reason: reasonIn(error) }, 'e-mail not sent')
    if (isUntaken(error as SmtpError)) await returnMail(db, due, nowMs() + retryAfterMs)
  }
}

/** What the server answered may contain an address, so only its code is logged. */
function reasonIn(error: unknown): string {
  const { code, command, responseCode } = error as SmtpError
  return [code, command, responseCode].filter(Boolean).join(' ')
}

/** What nodemailer adds to an error. */
type SmtpError = {
  code?: string
  command?: string
  responseCode?: number
  syscall?: string
  timeoutType?: string
}

/** Steps that end before the e-mail: the look-up of the server, TLS and the login. */
const earlySteps = ['EDNS', 'ETLS', 'EAUTH']
const earlyTimeouts = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']

/**
 * Whether the error shows that the server has not taken the e-mail and may take it later. After a lost connection it may have
 * taken the e-mail, and nodemailer does not say when the connection was lost.
 */
function isUntaken({ code = '', responseCode, syscall, timeoutType = '' }: SmtpError): boolean {
  if (earlySteps.includes(code)) return true
  if (responseCode !== undefined) return responseCode < 500
  return syscall === 'connect' || earlyTimeouts.includes(timeoutType)
}

/** A digest of mentions, for nodemailer, which encodes every header. */
type Mail = { subject: string; text: string; html: string }

/** Further mentions are only counted. */
const maxShown = 20

/** Returns the digest of a user's mentions, newest last. `baseUrl` has no trailing slash. */
function mailText(
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
