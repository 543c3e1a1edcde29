import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { bearer } from '../api/callers.js'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { calling, tokenOf } from '../support/slack.js'
import { startWithFiles } from '../support/slack-files.js'

type Args = Record<string, string | object>

/** Writes lists and objects of a form as JSON, as Slack's clients do. */
const fieldsOf = (args: Args) =>
  Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

const post = (type: string, body: string, headers = {}) => ({
  method: 'POST',
  body,
  headers: { 'content-type': type, ...headers },
})
const formType = 'application/x-www-form-urlencoded'

/** How clients send the arguments and the token: the options of the request, and its query. */
const ways: Record<string, (token: string, args: Args) => RequestInit & { query?: string }> = {
  'JSON and a header': (token, args) => post('application/json', JSON.stringify(args), bearer(token).headers),
  'JSON with a charset, and a header': (token, args) =>
    post('application/json; charset=utf-8', JSON.stringify(args), bearer(token).headers),
  'JSON with the token': (token, args) => post('application/json', JSON.stringify({ token, ...args })),
  'a form and a header': (token, args) =>
    post(formType, new URLSearchParams(fieldsOf(args)).toString(), bearer(token).headers),
  'a form with the token': (token, args) =>
    post(formType, new URLSearchParams(fieldsOf({ token, ...args })).toString()),
  'parts with the token': (token, args) => {
    const parts = new FormData()
    for (const [name = '', value = ''] of fieldsOf({ token, ...args })) parts.set(name, value)
    return { method: 'POST', body: parts }
  },
  'a query and a header': (token, args) => ({
    query: new URLSearchParams(fieldsOf(args)).toString(),
    ...bearer(token),
  }),
  'a POST without a body, with a query and a header': (token, args) => ({
    method: 'POST',
    query: new URLSearchParams(fieldsOf(args)).toString(),
    ...bearer(token),
  }),
}

/** Starts everything that serves methods, with a hook's key and the tokens of a user and of an app's bot. */
async function startMethods() {
  const api = await startWithFiles()
  const { db, teamId } = api
  const scope = 'read post manage'
  const bot = await api.callers('bot-of-app')
  await db.user.update({ where: { username: 'bot-of-app' }, data: { isBot: true } })
  const { id: builds } = await api.channelNamed('builds')
  await db.channelMember.create({ data: { channelId: builds, userId: bot['bot-of-app'].id } })
  const { id: reader, email } = await db.user.findUniqueOrThrow({ where: { username: 'reader' } })
  const tokens = {
    "a hook's key": firstHookKey,
    "a user's token": await tokenOf(db, 'reader', scope),
    "a bot's token": await tokenOf(db, 'bot-of-app', scope),
  }
  for (const token of Object.values(tokens))
    await eventually(async () =>
      expect(await calling({ url: api.url }, token)('auth.test', {})).toMatchObject({ ok: true }),
    )
  await saveSettings(db, { ShowEmailAddress: true })
  const lookUp = calling(api, tokens["a bot's token"])
  await eventually(async () =>
    expect(await lookUp('users.lookupByEmail', { email })).toMatchObject({ ok: true }),
  )
  return { ...api, teamId, builds, reader, email, tokens }
}

type Methods = Awaited<ReturnType<typeof startMethods>>
type Sending = ReturnType<typeof calling>

/** Posts a message, and returns what names it. */
async function message(call: Sending, channel: string) {
  const { ts = '' } = await call('chat.postMessage', { channel, text: 'made' })
  return { channel, ts }
}

async function upload(call: Sending, channel_id: string) {
  const { upload_url, file_id } = await call('files.getUploadURLExternal', { filename: 'a.txt', length: 3 })
  await fetch(String(upload_url), { method: 'POST', body: 'abc' })
  return { channel_id, files: [{ id: String(file_id), title: 'A' }] }
}

/** The arguments of each method, and what it answers; a hook's key cannot read. */
const methods: Record<
  string,
  { args?: (all: Methods, call: Sending) => Args | Promise<Args>; fails?: string; reads?: true }
> = {
  'api.test': {},
  'auth.test': {},
  'chat.postMessage': { args: ({ builds }) => ({ channel: builds, text: '1+1=2 & 100 %' }) },
  'chat.update': {
    args: async ({ builds }, call) => ({ ...(await message(call, builds)), text: 'changed' }),
  },
  'chat.delete': { args: ({ builds }, call) => message(call, builds) },
  'chat.getPermalink': {
    args: async ({ builds }, call) => {
      const { channel, ts } = await message(call, builds)
      return { channel, message_ts: ts }
    },
  },
  'files.getUploadURLExternal': { args: () => ({ filename: 'a.txt', length: '3' }) },
  'files.completeUploadExternal': { args: ({ builds }, call) => upload(call, builds) },
  'files.upload': { fails: 'method_deprecated' },
  'conversations.list': { reads: true },
  'conversations.info': { args: ({ builds }) => ({ channel: builds }), reads: true },
  'conversations.history': { args: ({ builds }) => ({ channel: builds, limit: '2' }), reads: true },
  'conversations.replies': {
    args: ({ builds, url }) => message(calling({ url }), builds),
    reads: true,
  },
  'conversations.join': { args: ({ builds }) => ({ channel: builds }), reads: true },
  'users.info': { args: ({ reader }) => ({ user: reader }), reads: true },
  'users.list': { args: () => ({ limit: '2' }), reads: true },
  'users.lookupByEmail': { args: ({ email }) => ({ email }), reads: true },
}

test("a bot learns that it is in no team, and in none with the call's id", async () => {
  const { db, tokens, url, teamId, builds } = await startMethods()
  const failure = async (method: string, args: Args) => {
    const call = calling({ url }, tokens["a bot's token"])
    const { error, response_metadata } = await call(method, args)
    return `${error} ${JSON.stringify(response_metadata)}`
  }
  const posting = { channel: builds, text: 'x' }
  for (const [method, args] of [
    ['chat.postMessage', posting],
    ['conversations.list', {}],
  ] as const) {
    const elsewhere = await failure(method, { ...args, team_id: 'a'.repeat(26) })
    expect([method, elsewhere]).toEqual([
      method,
      expect.stringMatching(/^team_access_not_granted .*Leave out team_id/),
    ])
  }
  await db.teamMember.deleteMany({ where: { teamId, user: { username: 'bot-of-app' } } })
  for (const [method, args] of [
    ['chat.postMessage', posting],
    ['chat.postMessage', { ...posting, team_id: teamId }],
    ['conversations.list', {}],
  ] as const)
    await eventually(async () =>
      expect([method, await failure(method, args)]).toEqual([
        method,
        expect.stringMatching(/^team_access_not_granted .*in no team at all/),
      ]),
    )
})

test('every method works with every kind of token, however its arguments arrive', {
  timeout: 240_000,
}, async () => {
  const all = await startMethods()
  const served = all.app.printRoutes({ commonPrefix: false }).match(/\bapi\/[a-z]+\.\w+/g) ?? []
  const known = served.map(path => path.slice('api/'.length))
  expect(Object.keys(methods).toSorted()).toEqual([...new Set(known)].toSorted())
  const wrong: string[] = []
  for (const [method, { args, fails, reads }] of Object.entries(methods))
    for (const [caller, token] of Object.entries(all.tokens))
      for (const [way, asked] of Object.entries(ways)) {
        const given = (await args?.(all, calling(all, token))) ?? {}
        const { query = '', ...options } = asked(token, given)
        const answer = await (await fetch(`${all.url}/api/${method}?${query}`, options)).json()
        const error = fails ?? (reads && token === firstHookKey ? 'missing_scope' : undefined)
        if (answer.error !== error || answer.ok !== (error === undefined))
          wrong.push(
            `${method}, ${caller}, ${way}: ${answer.error ?? 'ok'} ${answer.response_metadata?.messages}`,
          )
      }
  expect(wrong).toEqual([])
  const texts = await all.messages('builds')
  const sent = Object.keys(ways).length * Object.keys(all.tokens).length
  expect(texts.filter(text => text === '1+1=2 & 100 %')).toHaveLength(sent)
  expect(texts.filter(text => text === 'changed')).toHaveLength(sent)
})
