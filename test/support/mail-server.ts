import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** Starts an SMTP server that parses what it receives. */
export async function startMailServer() {
  const received: ParsedMail[] = []
  const recipients: string[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, callback) => {
      if (refusals === 0) return callback()
      refusals -= 1
      callback(Object.assign(new Error('try later'), { responseCode: 451 }))
    },
    onData: async (stream, session, callback) => {
      received.push(await simpleParser(stream))
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      callback()
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    refuseNext: () => {
      refusals = 1
    },
  }
}
