import { createClient } from '@posthorn/contract'
import { sendTo } from '../support/ingress.js'

type FirstRun = {
  base_url: string
  team: string
  admin: { username: string; password: string }
}

const channels = ['Deployments', 'Incidents', 'Releases']

/** What three programs send to the channel, in order. */
const payloads: [sender: string, payload: unknown][] = [
  [
    'Jenkins',
    {
      text: 'Build [#4711](https://ci.example.org/4711) of `shop` **passed**\n\n| suite | passed | failed |\n|:---|---:|---:|\n| unit | 812 | 0 |\n| browser | 64 | 0 |',
    },
  ],
  [
    'Release train',
    {
      text: '- [x] build\n- [ ] deploy\n\n```sh\nkubectl rollout status deploy/shop --timeout=120s\n```\n@reader follows in ~releases #release',
    },
  ],
  [
    'Alertmanager',
    {
      attachments: [
        {
          color: 'danger',
          author_name: 'prometheus-1',
          title: 'HighErrorRate (3 firing)',
          title_link: 'https://alerts.example.org',
          text: '5xx above **2 %** on `checkout` for 5 minutes',
          fields: [
            { title: 'Severity', value: 'critical', short: true },
            { title: 'Region', value: 'eu-west-1', short: true },
            { title: 'Runbook', value: '[Errors at the checkout](https://wiki.example.org/runbook)' },
          ],
          footer: 'Alertmanager',
        },
        { color: 'warning', text: 'Disk on `db-2` is 81 % full' },
      ],
    },
  ],
]

/** Creates channels and hooks, and lets each hook post. Returns the address of the channel that has the posts. */
export async function fillChannel({ base_url: baseUrl, team: name, admin }: FirstRun): Promise<string> {
  const token = await logIn(baseUrl, { name, login_id: admin.username, password: admin.password })
  const client = createClient({ baseUrl, token })
  const team = Object.values(await client.listTeams()).find(team => team.name === name)?.id ?? ''
  const params = { team }
  for (const display_name of channels)
    await client.createChannel({
      params,
      body: { name: display_name.toLowerCase(), display_name, type: 'O' },
    })
  const all = await client.listChannels({ params })
  const channel = all.find(({ name }) => name === 'builds')
  for (const [display_name, payload] of payloads) {
    const body = { channel_id: channel?.id ?? '', display_name, confirm: true }
    const { url = '' } = await client.createHook({ params, body })
    const { status } = await sendTo(url, payload)
    if (status !== 200) throw new Error(`${display_name} got ${status}.`)
  }
  return `/${name}/channels/builds`
}

async function logIn(baseUrl: string, login: Record<string, string>): Promise<string> {
  const body = JSON.stringify(login)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/api/v3/users/login`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The log-in got ${response.status}.`)
  return response.headers.get('token') ?? ''
}
