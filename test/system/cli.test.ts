import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildProgram } from '../../apps/cli/src/program.js'
import { discord, rocketchat } from '../cli/listed-services.js'
import { bulkExport, hooksCsv, inLines, passwordsCsv } from '../cli/mattermost-export.js'
import { rows } from '../cli/rows.js'
import { slackExport, slackHooksCsv } from '../cli/slack-export.js'
import { newHome, runCommand, startCli } from '../cli/start-cli.js'
import { killRunning, newDataDir, startPosthorn } from '../standalone/posthorn.js'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startS3 } from '../support/s3-server.js'
import { openTerminal, tmuxMissing } from '../support/tmux.js'
import { zipOf } from '../support/zip-file.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning))

const withinMs = 900_000

/** Returns the examples in the help of every command, in the order of the commands. */
async function allExamples(): Promise<string[]> {
  const program = await buildProgram()
  const helps: string[] = []
  const visit = (command: typeof program) => {
    command.configureOutput({ writeOut: text => void helps.push(text) }).outputHelp()
    command.commands.forEach(visit)
  }
  visit(program)
  return helps.flatMap(help => [...help.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = '']) => line))
}

/** Returns the files that the examples name. */
async function namedFiles(): Promise<Record<string, string | Buffer>> {
  const listed = Object.entries({ rocketchat, discord }).flatMap(([service, { channels, hooks }]) => [
    [`${service}-channels.json`, JSON.stringify(channels)],
    [`${service}-hooks.json`, JSON.stringify(hooks)],
  ])
  return {
    'payload.json': '{"text": "from a file"}',
    'users.csv': 'username,email\ngrace,grace@example.com\n',
    'export.jsonl': inLines(bulkExport),
    'hooks.csv': hooksCsv,
    'passwords.csv': await passwordsCsv(),
    'export.zip': zipOf(slackExport),
    'urls.csv': slackHooksCsv,
    ...Object.fromEntries(listed),
  }
}

/** Starts Posthorn, and returns a function that runs a script with what the examples name. */
async function startExamples() {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const { firstRun } = await startPosthorn(dataDir)
  const { home, env } = newHome()
  const bash = (script: string, own = {}) =>
    runCommand(['bash', '-c', script], { cwd: home, env: { ...env, ...own } })
  const [server, hook_url] = [firstRun.base_url, firstRun.hook.url]
  const files = { 'password.txt': firstRun.admin.password, ...(await namedFiles()) }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content)
  await bash(`posthorn login ${server} -u admin --password-stdin < password.txt`)
  await bash('posthorn export --out old-server.jsonl')
  await bash('posthorn settings set EnableOAuthServiceProvider true')
  await bash('posthorn apps create old --callback http://127.0.0.1/cb')
  const app = (await bash('posthorn apps list --quiet')).stdout.trim()
  const sent = await bash('posthorn send "To be replayed" --quiet', { POSTHORN_HOOK_URL: hook_url })
  const { env: s3 } = await startS3()
  const named = { server, hook_url, app, delivery: sent.stdout.trim(), DATA_DIR: dataDir, ...s3 }
  return (script: string) => bash(script, named)
}

test(
  'every example in the help of a command runs',
  async () => {
    const runExample = await startExamples()
    const examples = await allExamples()
    expect(examples.length).toBeGreaterThan(50)
    for (const example of examples)
      expect({ example, ...(await runExample(example)) }).toMatchObject({ code: 0 })
  },
  withinMs,
)

/** Opens a terminal that ends with the test. `shows` waits for a text. */
async function openShell(home: string, env: NodeJS.ProcessEnv) {
  const terminal = await openTerminal(join(home, 'tmux'), env)
  onTestFinished(async () => void (await terminal.close()))
  const shows = (text: RegExp) => eventually(async () => expect(await terminal.screen()).toMatch(text))
  return { ...terminal, shows }
}

test.skipIf(tmuxMissing)(
  'a person logs in without an echo of the password',
  async () => {
    const { home, env, serverUrl } = await startCli()
    const { type, screen, shows } = await openShell(home, env)
    await type(`posthorn login ${serverUrl}`)
    await shows(/User name or e-mail: *$/m)
    await type('admin')
    await shows(/^Password: *$/m)
    await type(password)
    await shows(/Logged in to http:.* as admin/)
    expect(await screen()).not.toContain(password)
  },
  withinMs,
)

const asking = Object.entries(rows).flatMap(([name, { asks, refuses = [] }]) => {
  const args = refuses.find(([, says]) => says.source.includes('--yes'))?.[0]
  return asks && args ? [{ name, asks, line: `posthorn ${name} "${args.join(' ')}"` }] : []
})

test.skipIf(tmuxMissing)(
  'a person is asked before anything is deleted, and changes nothing with n or Ctrl-C',
  async () => {
    const { home, loggedIn, db } = await startCli()
    const { type, press, shows } = await openShell(home, loggedIn)
    expect(asking.map(({ name }) => name)).toEqual(['channels archive', 'hooks delete', 'apps delete'])
    for (const { line, asks } of asking) {
      await type(`clear; ${line}`)
      await shows(asks)
      await type('n')
      await shows(/Nothing was changed/)
      await type(`clear; ${line}`)
      await shows(asks)
      await press('C-c')
      await type('echo ended with $?')
      await shows(/^ended with 130$/m)
    }
    expect(await db.hook.count({ where: { deleteAt: 0 } })).toBe(1)
  },
  withinMs,
)

test.skipIf(tmuxMissing)(
  'a person follows a channel until Ctrl-C',
  async () => {
    const { home, loggedIn, send } = await startCli()
    const { type, press, shows } = await openShell(home, loggedIn)
    await type('posthorn tail town-square')
    await shows(/Following/)
    await send({ text: 'live in the terminal' })
    await shows(/#town-square {2}webhook\n {2}live in the terminal/)
    await press('C-c')
    await type('echo ended with $?')
    await shows(/^ended with 130$/m)
  },
  withinMs,
)
