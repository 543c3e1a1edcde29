/** What is written into a sender so that it sends to a hook. */
export type Snippet = { id: string; name: string; label: string; code: string; about: string }

/** What a snippet needs of the hook it is for: its URL, and the name of the channel that it posts to. */
export type SnippetTarget = { url: string; channel: string }

/** For a terminal; it works as it is pasted, also where the URL is a variable of the shell. */
export function curlLine(url: string): string {
  return `curl -H 'Content-Type: application/json' \\
  -d '{"text": "Hello from curl"}' \\
  "${url}"`
}

/** Without backslashes, which Groovy and YAML would read, too. */
const tell = `curl -fsS -H 'Content-Type: application/json' -d '{"text": "'"$TEXT"'"}' "$HOOK_URL"`

const alertmanager = ({ url, channel }: SnippetTarget) => `receivers:
  - name: posthorn
    slack_configs:
      - api_url: ${url}
        channel: '#${channel}'
        send_resolved: true`

const grafana = ({ url }: SnippetTarget) => `apiVersion: 1
contactPoints:
  - name: Posthorn
    receivers:
      - uid: posthorn
        type: slack
        settings:
          url: ${url}`

const githubActions = `- name: Tell the channel
  if: always()
  env:
    HOOK_URL: \${{ secrets.POSTHORN_URL }}
    TEXT: "\${{ github.workflow }}: \${{ job.status }}"
  run: |
    ${tell}`

const gitlab = `tell-the-channel:
  stage: .post
  script:
    - export TEXT="$CI_PROJECT_NAME: pipeline $CI_PIPELINE_ID is done"
    - |
      ${tell.replace('$HOOK_URL', '$POSTHORN_URL')}`

const jenkins = `post {
  always {
    withCredentials([string(credentialsId: 'posthorn-url', variable: 'HOOK_URL')]) {
      withEnv(["TEXT=\${env.JOB_NAME}: \${currentBuild.currentResult}"]) {
        sh '''${tell}'''
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

/** For the widespread senders; where one keeps secrets, the snippet names the secret and `about` says where it goes. */
export function snippets(target: SnippetTarget): Snippet[] {
  return [
    {
      id: 'curl',
      name: 'curl',
      label: 'Command',
      code: curlLine(target.url),
      about: 'Paste it into a terminal. It answers ok.',
    },
    {
      id: 'alertmanager',
      name: 'Alertmanager',
      label: 'alertmanager.yml',
      code: alertmanager(target),
      about: 'Alertmanager’s Slack receiver: add it to the receivers, and name it in a route.',
    },
    {
      id: 'grafana',
      name: 'Grafana',
      label: 'Contact point',
      code: grafana(target),
      about:
        'A file of provisioning/alerting; or add a contact point of the type Slack by hand and paste the URL as its Webhook URL.',
    },
    ...inPipelines(),
    {
      id: 'python',
      name: 'Python',
      label: 'Script',
      code: python(target),
      about: 'Nothing but the standard library.',
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
      about: 'Keep the URL as the secret POSTHORN_URL: Settings → Secrets and variables → Actions.',
    },
    {
      id: 'gitlab',
      name: 'GitLab',
      label: '.gitlab-ci.yml',
      code: gitlab,
      about:
        'Keep the URL as the masked variable POSTHORN_URL; or paste it under Settings → Integrations → Mattermost notifications.',
    },
    {
      id: 'jenkins',
      name: 'Jenkins',
      label: 'Jenkinsfile',
      code: jenkins,
      about: 'Keep the URL as a secret text with the id posthorn-url: Manage Jenkins → Credentials.',
    },
  ]
}
