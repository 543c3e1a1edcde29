import { Agent } from 'node:http'
import { createApp, type Db } from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { Case } from '../api/cases.js'
import { filled, type Seen, startReplay } from '../api/replay.js'
import { idOf } from '../names.js'
import { send } from '../send.js'
import { apps, fillOAuth } from './names.js'

type Latest = Record<string, string>

/**
 * Makes the calls of the cases one after another. The file omits calls between them, so each code is a new one, and the
 * tokens are the last returned ones.
 */
export async function replay(settings: Case['settings'], cases: Case[]): Promise<Map<Case, Seen>> {
  const { world, url } = await startReplay(settings)
  await registerApps(world.db)
  const agent = new Agent({ keepAlive: true })
  const latest: Latest = {}
  const make = (one: Pick<Case, 'request'>) => {
    const call = filled(one, text => fillOAuth(text, latest))
    return send(agent, call.path.startsWith('/hooks/') ? world.url : url, call)
  }
  const remember = (seen: Seen) => Object.assign(latest, toldIn(seen))
  const answers = new Map<Case, Seen>()
  for (const one of cases) {
    if (JSON.stringify(one.request).includes('<CODE>')) remember(await make(allow))
    const seen = await make(one)
    remember(seen)
    answers.set(one, seen)
  }
  agent.destroy()
  return answers
}

/** Makes the call that returns a code. */
const allow = {
  request: {
    method: 'GET',
    path: `/api/v3/oauth/allow?${new URLSearchParams({
      response_type: 'code',
      redirect_uri: 'http://localhost:9/cb',
      scope: 'user',
    })}&client_id=<CLIENT_ID>`,
    headers: { Authorization: 'Bearer <ALICE_TOKEN>' },
    body: null,
  },
}

async function registerApps(db: Db): Promise<void> {
  const callbackUrls = ['http://localhost:9/cb', 'http://localhost:9/cb2']
  const words = { description: 'd', iconUrl: '', homepage: 'http://localhost:9/', callbackUrls }
  for (const { secret, ...app } of apps) {
    const credentials = { secret, bot: { id: newId(), username: app.id } }
    await createApp(db, {
      ...words,
      ...app,
      creatorId: idOf('user', 'admin'),
      nowMs: Date.now(),
      credentials,
    })
  }
}

/** Returns the values that later calls use. */
function toldIn({ body }: Seen): Latest {
  const [, code] = /[?&]code=(\w+)/.exec(body) ?? []
  const [, access] = /"access_token":"(\w+)"/.exec(body) ?? []
  const [, refresh] = /"refresh_token":"(\w+)"/.exec(body) ?? []
  return {
    ...(code !== undefined && { '<CODE>': code }),
    ...(access !== undefined && { '<ACCESS_TOKEN>': access }),
    ...(refresh !== undefined && { '<REFRESH_TOKEN>': refresh, '<RT1>': refresh }),
  }
}
