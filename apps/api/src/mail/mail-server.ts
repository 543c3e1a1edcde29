import { isIP } from 'node:net'
import type { Log } from '@posthorn/server'

/** The SMTP server, and the address that e-mails come from. */
export type MailServer = { smtpUrl: string; from: string }

/** Returns the server that these variables name. Both are needed. */
export function mailServerOf(
  smtpUrl: string | undefined,
  from: string | undefined,
  log: Log,
): MailServer | undefined {
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from }
  if (smtpUrl !== from) log.warn('no e-mails are sent, because one of SMTP_URL and MAIL_FROM is missing')
  return undefined
}

/** Whether a password goes over a network, so that it must not be sent before TLS, even if the server offers none. */
export function needsTls(smtpUrl: string): boolean {
  if (!URL.canParse(smtpUrl)) return true
  const { username, hostname } = new URL(smtpUrl)
  return username !== '' && !isLoopback(hostname)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}
