import { asWords } from '../alerts/alert.js'
import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { githubOwner, githubSender } from './github-values.js'

/** What people ask for, by the event. */
const wishes: Readonly<Record<string, string>> = {
  bypass_request_push_ruleset: 'push past a ruleset',
  bypass_request_secret_scanning: 'push a secret',
  dismissal_request_code_scanning: 'dismiss a code scanning alert',
  dismissal_request_dependabot: 'dismiss a Dependabot alert',
  dismissal_request_secret_scanning: 'dismiss a secret scanning alert',
  exemption_request_push_ruleset: 'push past a ruleset',
  exemption_request_secret_scanning: 'push a secret',
}

const acts = {
  created: { sign: '⏳', did: 'asks to' },
  cancelled: { sign: '', did: 'no longer asks to' },
  completed: { sign: 'ℹ️', did: 'completed the request to' },
  response_dismissed: { sign: '', did: 'withdrew the answer to the request to' },
}
const answers: Readonly<Record<string, { sign: string; did: string }>> = {
  approved: { sign: '⚠️', did: 'approved the request to' },
  denied: { sign: '❌', did: 'denied the request to' },
  rejected: { sign: '❌', did: 'denied the request to' },
}
const answered = { sign: 'ℹ️', did: 'answered the request to' }

/** Reads the requests to be exempt from a rule about security, and to dismiss an alert. */
const githubRequest: EventReader = (body, name) => {
  const action = body.at('action').text
  const event = eventName(name, action)
  const request = body.at('exemption_request')
  const { text: status } = body.at('exemption_response', 'status')
  const answer = Object.hasOwn(answers, status) ? answers[status] : answered
  const known = Object.hasOwn(acts, action) && acts[action as keyof typeof acts]
  const act = action === 'response_submitted' ? answer : known
  if (!act) return notShown(event)
  const { text: number } = request.at('number')
  const requester = request.at('requester_login').text
  const isAsking = action === 'created' || action === 'cancelled'
  const first = sentence({
    sign: act.sign,
    who: (isAsking && requester) || githubSender(body),
    did: `${act.did} ${eventWords(wishes, name) ?? asWords(name)}:`,
    item: { name: number ? `request #${number}` : 'a request', url: request.at('html_url').text },
    where: githubOwner(body),
  })
  const said = isAsking ? request.at('requester_comment') : body.at('exemption_response', 'message')
  return { event, text: lines(first, excerpt(said)) }
}

export const githubRequests: Record<string, EventReader> = Object.fromEntries(
  Object.keys(wishes).map(name => [name, githubRequest]),
)
