/** Configuration that makes a sender use a hook. */
export type Snippet = { id: string; name: string; label: string; code: string; about: string }

/** What a snippet needs: the hook's URL and its channel's name. */
export type SnippetTarget = { url: string; channel: string }

/** Stands for a hook's URL, which is only known right after it was made. */
export const unknownUrl = '$HOOK_URL'

/** Writes a URL or key for a shell. A variable that is not set stops the command, so that nothing else is called. */
export function inShell(text: string): string {
  return text.replace(/^\$(\w+)$/, (_, name) => `\${${name}:?}`)
}

/** For a terminal. Works as pasted, even if the URL is a shell variable. */
function curlLine(url: string): string {
  return `curl -H 'Content-Type: application/json' \\
  -d '{"text": "Hello from curl"}' \\
  "${inShell(url)}"`
}

/** Contains no backslashes, which Groovy and YAML would interpret. */
const notify = `curl -fsS -H 'Content-Type: application/json' -d '{"text": "'"\${TEXT:?}"'"}' "\${HOOK_URL:?}"`

const alertmanager = ({ url, channel }: SnippetTarget) => `receivers:
  - name: posthorn
    slack_configs:
      - api_url: ${url}
        channel: '#${channel}'
        send_resolved: true`

/** Alertmanager's own JSON, which an adapter reads. */
const alertmanagerWebhook = ({ url }: SnippetTarget) => `receivers:
  - name: posthorn
    webhook_configs:
      - url: '${url}/alertmanager'
        send_resolved: true`

const post = (url: string, query: string, text: string) =>
  `curl -H 'Content-Type: application/json' \\
  -d '{"text": "${text}"}' "${inShell(url)}?${query}"`

const incident = ({ url }: SnippetTarget) => `# The same key replaces the post.
${post(url, 'update_key=disk-7', 'The disk is full')}
${post(url, 'update_key=disk-7&close=true', 'The disk is fine')}

# The same key replies in a thread.
${post(url, 'thread_key=release-7', 'Release 7 begins')}
${post(url, 'thread_key=release-7', 'Release 7 is out')}`

const grafana = ({ url }: SnippetTarget) => `apiVersion: 1
contactPoints:
  - name: Posthorn
    receivers:
      - uid: posthorn
        type: slack
        settings:
          url: ${url}`

const githubActions = `- name: Notify the channel
  if: always()
  env:
    HOOK_URL: \${{ secrets.POSTHORN_URL }}
    TEXT: "\${{ github.workflow }}: \${{ job.status }}"
  run: |
    ${notify}`

const gitlab = `notify-the-channel:
  stage: .post
  script:
    - 'export TEXT="$CI_PROJECT_NAME: pipeline $CI_PIPELINE_ID is done"'
    - |
      ${notify.replace('HOOK_URL', 'POSTHORN_URL')}`

const jenkins = `post {
  always {
    withCredentials([string(credentialsId: 'posthorn-url', variable: 'HOOK_URL')]) {
      withEnv(["TEXT=\${env.JOB_NAME}: \${currentBuild.currentResult}"]) {
        sh '''${notify}'''
      }
    }
  }
}`

const python = ({ url }: SnippetTarget) => `import json, urllib.request

body = json.dumps({"text": "Hello from Python"}).encode()
headers = {"Content-Type": "application/json"}
request = urllib.request.Request("${url}", body, headers)
print(urllib.request.urlopen(request).read().decode())`

const node = ({ url }: SnippetTarget) => `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text: 'Hello from Node' }),
})
console.log(await answer.text())`

/** Snippets for common senders. If a sender stores secrets, `about` says where the URL goes. */
export function snippets(target: SnippetTarget): Snippet[] {
  return [
    {
      id: 'curl',
      name: 'curl',
      label: 'Command',
      code: curlLine(target.url),
      about: 'Paste it into a terminal. It prints ok.',
    },
    {
      id: 'incidents',
      name: 'One post per incident',
      label: 'Commands',
      code: incident(target),
      about:
        'Works for every sender that can change its URL or its payload. With close=true, the next call posts again.',
    },
    {
      id: 'alertmanager',
      name: 'Alertmanager',
      label: 'alertmanager.yml',
      code: alertmanager(target),
      about: 'Add Alertmanager’s Slack receiver to your receivers, and name it in a route.',
    },
    {
      id: 'alertmanager-webhook',
      name: 'One post per alert group',
      label: 'alertmanager.yml',
      code: alertmanagerWebhook(target),
      about: 'Uses Alertmanager’s webhook receiver. A resolved alert updates its post instead of adding one.',
    },
    {
      id: 'grafana',
      name: 'Grafana',
      label: 'Contact point',
      code: grafana(target),
      about:
        'A file for provisioning/alerting. Or add a Slack contact point by hand and paste the URL as its Webhook URL.',
    },
    ...inPipelines(),
    {
      id: 'python',
      name: 'Python',
      label: 'Script',
      code: python(target),
      about: 'Uses only the standard library.',
    },
    { id: 'node', name: 'Node', label: 'Module', code: node(target), about: 'Node 18 or later.' },
  ]
}

function inPipelines(): Snippet[] {
  return [
    {
      id: 'github',
      name: 'GitHub Actions',
      label: 'Step of a workflow',
      code: githubActions,
      about: 'Store the URL as the secret POSTHORN_URL: Settings → Secrets and variables → Actions.',
    },
    {
      id: 'gitlab',
      name: 'GitLab',
      label: '.gitlab-ci.yml',
      code: gitlab,
      about:
        'Store the URL as the masked variable POSTHORN_URL. Or paste it under Settings → Integrations → Mattermost notifications.',
    },
    {
      id: 'jenkins',
      name: 'Jenkins',
      label: 'Jenkinsfile',
      code: jenkins,
      about: 'Store the URL as a secret text with the id posthorn-url: Manage Jenkins → Credentials.',
    },
  ]
}
