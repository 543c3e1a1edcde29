import { certificateTrouble } from '@posthorn/core'

/** Describes why a TLS connection failed, or returns undefined if another reason is as likely. */
export function tlsFault(error: Error): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  if (/^(ERR_SSL_\w+|EPROTO)$/.test(code)) return 'the TLS connection was rejected'
  // Redis waits for more if it is called with TLS and does not expect it
  if (code === 'ETIMEDOUT') return 'no answer over TLS: check that this port uses it'
  return certificateTrouble(error)
}
