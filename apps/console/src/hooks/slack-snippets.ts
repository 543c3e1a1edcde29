import { inShell, type Snippet, type SnippetTarget } from './snippets.js'

/** What Slack's SDKs need instead of Slack's own address and token. The key is only known right after it was made. */
function settingsOf({ url, channel }: SnippetTarget) {
  const [host, key] = url.split('/hooks/')
  return key === undefined
    ? { base: `${globalThis.location?.origin ?? ''}/api/`, token: '$HOOK_KEY', channel }
    : { base: `${host}/api/`, token: key, channel }
}

type Settings = ReturnType<typeof settingsOf>

const curl = ({ base, token, channel }: Settings) => `curl -H 'Content-Type: application/json' \\
  -H "Authorization: Bearer ${inShell(token)}" \\
  -d '{"channel": "${channel}", "text": "Hello from curl"}' \\
  "${base}chat.postMessage"`

const node = ({ base, token, channel }: Settings) => `import { WebClient } from '@slack/web-api'

const slack = new WebClient('${token}', { slackApiUrl: '${base}' })
const { ts } = await slack.chat.postMessage({ channel: '${channel}', text: 'Hello from Node' })
console.log(ts)`

const python = ({ base, token, channel }: Settings) => `from slack_sdk import WebClient

slack = WebClient(token="${token}", base_url="${base}")
print(slack.chat_postMessage(channel="${channel}", text="Hello from Python")["ts"])`

const github = ({ base, channel }: Settings) => `- name: Notify the channel
  if: always()
  uses: slackapi/slack-github-action@v2
  with:
    method: chat.postMessage
    api: ${base}
    token: \${{ secrets.POSTHORN_KEY }}
    payload: |
      channel: ${channel}
      text: "\${{ github.workflow }}: \${{ job.status }}"`

/** Snippets for programs that are built on Slack's SDKs. */
export function slackSnippets(target: SnippetTarget): Snippet[] {
  const settings = settingsOf(target)
  const { base } = settings
  const about = `For programs with a Slack token: the base URL is ${base}, and the token is the last part of the webhook’s URL.`
  const of = (id: string, name: string, label: string, code: string) => ({ id, name, label, code, about })
  return [
    of('slack-curl', 'Slack API', 'Command', curl(settings)),
    of('slack-node', 'Slack SDK for Node', 'Module', node(settings)),
    of('slack-python', 'Slack SDK for Python', 'Script', python(settings)),
    {
      ...of('slack-github', 'Slack’s GitHub Action', 'Step of a workflow', github(settings)),
      about: 'Store the last part of the webhook’s URL as the secret POSTHORN_KEY.',
    },
  ]
}
