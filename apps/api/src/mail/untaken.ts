/** What nodemailer adds to an error. */
export type SmtpError = {
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
export function isUntaken({ code = '', responseCode, syscall, timeoutType = '' }: SmtpError): boolean {
  if (earlySteps.includes(code)) return true
  if (responseCode !== undefined) return responseCode < 500
  return syscall === 'connect' || earlyTimeouts.includes(timeoutType)
}
