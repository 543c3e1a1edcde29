import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'

const module = (path: string) => JSON.stringify(import.meta.resolve(path))
const repetitions = Number(process.env.DRAIN_REPETITIONS ?? 1)

/** Starts a process that opens a server on the message `open`, and closes it on `close`. */
async function startServer(): Promise<ChildProcess> {
  const script = `
    import { buildApp } from ${module('./app.ts')}
    import { openLog } from ${module('../process/log.ts')}
    let app
    process.on('message', async what => {
      if (what === 'close') return process.send(await app.close().then(() => 'closed'))
      app = buildApp({ log: openLog('test', 'silent'), versionId: 'test', idleGraceMs: 2000 })
      app.get('/', async () => {
        await new Promise(resolve => setTimeout(resolve, Math.random() * 5))
        return 'ok'
      })
      await app.listen({ host: 'localhost', port: 0 })
      process.send(app.server.address().port)
    })
    process.send('here')`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

/** Resolves to how one call ended: answered, refused before anything was sent, or an error message. */
function call(port: number, agent: Agent): Promise<string> {
  return new Promise(resolve => {
    get({ host: '127.0.0.1', port, agent }, answer => {
      answer.on('error', error => resolve(error.message)).on('end', () => resolve('answered'))
      answer.resume()
    }).on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.syscall === 'connect' ? 'refused' : `${error.code} ${error.message}`),
    )
  })
}

/** Calls on many connections, one call after another on each, until the server refuses. */
function hammer(port: number, connections: number, keepAlive: boolean) {
  const ends: string[] = []
  const callOn = async () => {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    for (let end = ''; end !== 'refused'; ends.push(end)) end = await call(port, agent)
    agent.destroy()
  }
  return { ends, refused: Promise.all(Array.from({ length: connections }, callOn)) }
}

// Linux resets a connection that its client has opened but the process has not accepted. That is one call of 20,000 or so,
// and more on a busy machine. Without the drain, it is most connections.
test.each([
  [16, true],
  [64, true],
  [64, false],
])(
  'resets no call that it could answer or refuse while closing under load at %i connections (keep-alive: %s)',
  async (connections, kept) => {
    const server = await startServer()
    for (let time = 0; time < repetitions; time++) {
      const opened = once(server, 'message')
      server.send('open')
      const [port] = await opened
      const { ends, refused } = hammer(port, connections, kept)
      await expect.poll(() => ends.length).toBeGreaterThan(4 * connections)
      const closed = once(server, 'message')
      server.send('close')
      await refused
      const reset = ends.filter(end => end !== 'answered' && end !== 'refused')
      expect(reset.length, reset.join()).toBeLessThanOrEqual(connections / 16)
      expect(await closed).toEqual(['closed', undefined])
    }
  },
)
