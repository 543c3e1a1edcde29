import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { buildProgram } from '../../apps/cli/src/program.js'
import { password } from '../support/constants.js'
import { rows } from './rows.js'
import { runInThread } from './run-in-thread.js'
import { startCli } from './start-cli.js'

type Program = Awaited<ReturnType<typeof buildProgram>>

/** Returns each command that does something, by its words. */
function commandsIn(command: Program, words: string[] = []): [name: string, command: Program][] {
  const acts = words.length > 0 && (command.registeredArguments.length > 0 || command.commands.length === 0)
  const own: [string, Program][] = acts ? [[words.join(' '), command]] : []
  return [...own, ...command.commands.flatMap(one => commandsIn(one, [...words, one.name()]))]
}

/** Each test starts some fifty threads. */
const withinMs = 600_000

const all = commandsIn(await buildProgram())

test('every command has its row here, a description and examples in its help', () => {
  expect(Object.keys(rows).toSorted()).toEqual(all.map(([name]) => name).toSorted())
  for (const [name, command] of all) {
    const printed: string[] = []
    command.configureOutput({ writeOut: text => void printed.push(text) }).outputHelp()
    const help = printed.join('')
    expect({ name, help }).toEqual({
      name,
      help: expect.stringMatching(/^ {2}\$ (.*\$\()?(\w+=\S+ )?posthorn /m),
    })
    expect({ name, about: command.description() }).toEqual({ name, about: expect.stringMatching(/\w+ \w+/) })
  }
})

/** Replaces `{send.delivery}` by what that row has printed, and `{server}` by what was given. */
function filled(text: string, known: Record<string, unknown>): string {
  return text.replace(/\{([a-z ]+)(?:\.(\w+))?\}/g, (_, row, field) =>
    String(field === undefined ? known[row] : Object(known[row])[field]),
  )
}

test('each command prints JSON for programs, a line per object, and nothing on standard error but notes', {
  timeout: withinMs,
}, async () => {
  const { serverUrl, home, loggedIn } = await startCli()
  const env = { ...loggedIn, POSTHORN_TEAM: 'first-team' }
  const file = join(home, 'users.csv')
  writeFileSync(file, 'username,email\ngrace,grace@example.com\n')
  const known: Record<string, unknown> = { server: serverUrl, file }
  for (const [name, { works, input, finds }] of Object.entries(rows)) {
    if (!works) continue
    const args = [...name.split(' '), ...works.map(text => filled(text, known)), '--json']
    const stdin = input && `${password}\n`
    const { stdout, ...ran } = await runInThread(args, env, stdin)
    const expected = finds ? { code: 1 } : { code: 0, stderr: expect.not.stringMatching(/Error|\p{Cc}\[/u) }
    expect({ name, ...ran }).toMatchObject(expected)
    if (name !== 'completion')
      [known[name]] = stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line || '{}'))
  }
})

test('each command refuses unknown options, too many arguments and wrong values with exit code 2', {
  timeout: withinMs,
}, async () => {
  const { loggedIn } = await startCli()
  for (const [name, { refuses = [] }] of Object.entries(rows)) {
    const mistakes: [args: string[], says: RegExp][] = [
      [['--nonsense'], /unknown option '--nonsense'|required option/],
      [['a', 'b', 'c', '--', 'd'], /too many arguments|argument 'a' is invalid|required option/],
      ...refuses,
    ]
    const ran = await Promise.all(
      mistakes.map(([args]) => runInThread([...name.split(' '), ...args], loggedIn)),
    )
    const refused = mistakes.map(([, says]) => ({ code: 2, stdout: '', stderr: expect.stringMatching(says) }))
    expect({ name, ran }).toEqual({ name, ran: refused })
  }
})

/** Returns the arguments of a command, with the first one empty or, if it has none, an option. */
function emptyArguments(command: Program): string[][] {
  const named = command.registeredArguments.map(argument => argument.name())
  const options = command.options.filter(one => one.required && !one.argChoices && one.parseArg === undefined)
  const first = named.some(name => name !== 'words') ? [named.map((_, at) => (at === 0 ? '' : 'x'))] : []
  const required = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap(({ long }) => [long ?? '', 'x'])
  const others = named.map(() => 'x')
  return [
    ...first.map(args => [...args, ...required]),
    ...options
      .filter(
        ({ long }) => !['--title', '--description', '--header', '--purpose', '--format'].includes(long ?? ''),
      )
      .map(({ long }) => [...others, ...required, long ?? '', '']),
  ]
}

test('each command refuses empty arguments and options, before it asks the server', {
  timeout: withinMs,
}, async () => {
  const nowhere = { POSTHORN_URL: `http://127.0.0.1:${await freePort()}`, POSTHORN_TOKEN: 't' }
  const { env } = await startCli()
  const made = all.flatMap(([name, command]) =>
    emptyArguments(command).map(args => [...name.split(' '), ...args, '--team', 'first-team']),
  )
  expect(made.length).toBeGreaterThan(60)
  for (const args of made) {
    const ran = await runInThread(args, { ...env, ...nowhere })
    expect({ args, ...ran }).toEqual({
      args,
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/ is empty\.\nGive it a value, or leave it out\.|value '' is invalid/),
    })
  }
  for (const args of [
    ['hooks', 'list', '--team', ''],
    ['hooks', 'delete', '', '--yes'],
    ['whoami', '--profile='],
  ]) {
    const { code, stderr } = await runInThread(args, { ...env, ...nowhere })
    expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(/ is empty\./)])
  }
})

const troubles = [
  { code: 3, says: /Cannot reach http.*\n.*posthorn whoami/ },
  { code: 4, says: /not logged in\.\nLog in: posthorn login/ },
  { code: 4, says: /session has expired.*\nLog in again: posthorn login/ },
]

test('each command that needs a server says so without one, without a login, and after the session expired', {
  timeout: withinMs,
}, async () => {
  const { serverUrl, env } = await startCli()
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const sessions = [
    { POSTHORN_URL: nowhere, POSTHORN_TOKEN: 't' },
    {},
    { POSTHORN_URL: serverUrl, POSTHORN_TOKEN: 't' },
  ]
  for (const [name, { works = [], isLocal, finds }] of Object.entries(rows)) {
    if (isLocal) continue
    const args = [...name.split(' '), ...works.map(text => filled(text, { file: import.meta.filename }))]
    const ran = await Promise.all(sessions.map(own => runInThread(args, { ...env, ...own })))
    const expected = troubles.map(({ code, says }) => ({
      code,
      stdout: finds ? expect.any(String) : '',
      stderr: expect.stringMatching(says),
    }))
    expect({ name, ran }).toEqual({ name, ran: expected })
  }
})
