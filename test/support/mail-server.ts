import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** What the next conversation with the server ends in. */
type Failure = 'refused login' | 'refused sender' | 'lost connection'

/** Starts an SMTP server that parses what it receives. */
export async function startMailServer() {
  const script = newScript()
  const server = scriptedServer(script)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://posthorn:secret@127.0.0.1:${port}`,
    received: script.received,
    recipients: script.recipients,
    failNext: (failure: Failure) => {
      script.failing = failure
    },
    /** How many connections were lost after the e-mail. */
    losses: () => script.losses,
    /** Makes senders wait for their turn until the result is called. */
    hold: () => {
      let release = () => {}
      script.held = new Promise(resolve => {
        release = resolve
      })
      return release
    },
  }
}

const newScript = () => ({
  received: [] as ParsedMail[],
  recipients: [] as string[],
  failing: undefined as Failure | undefined,
  losses: 0,
  held: Promise.resolve(),
})

function scriptedServer(script: ReturnType<typeof newScript>): SMTPServer {
  const connected = new Set<Socket>()
  const fails = (failure: Failure) => {
    if (script.failing !== failure) return false
    script.failing = undefined
    return true
  }
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, callback) => {
      if (fails('refused login')) return callback(new Error('wrong password'))
      callback(null, { user: username ?? '' })
    },
    onMailFrom: async (_address, _session, callback) => {
      await script.held
      if (!fails('refused sender')) return callback()
      callback(Object.assign(new Error('try later'), { responseCode: 451 }))
    },
    onData: async (stream, session, callback) => {
      const mail = await simpleParser(stream)
      if (fails('lost connection')) {
        script.losses += 1
        for (const socket of connected) socket.destroy()
        return
      }
      script.received.push(mail)
      script.recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      callback()
    },
  })
  server.server.on('connection', socket => {
    connected.add(socket)
    socket.on('close', () => connected.delete(socket))
  })
  return server
}
