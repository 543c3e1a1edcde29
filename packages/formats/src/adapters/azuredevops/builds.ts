import { asWords, listOnLine } from '../alerts/alert.js'
import { type BuildState, buildPost, secondsBetween } from '../forges/build.js'
import { type EventReader, eventName, eventWords, keyFor, notShown } from '../forges/events.js'
import { refOf } from '../forges/push.js'
import { type ForgePlace, lines, linked } from '../forges/sentence.js'
import { code, joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import {
  azureMessageLink,
  azureMessageName,
  azureName,
  azureProjectOf,
  azureRunKey,
  azureWebLink,
} from './azure-values.js'

const results = new Map<string, BuildState>([
  ['succeeded', 'passed'],
  ['failed', 'failed'],
  ['partiallysucceeded', 'partly'],
  ['rejected', 'failed'],
  ['canceled', 'stopped'],
  ['stopped', 'stopped'],
  ['skipped', 'skipped'],
  ['inprogress', 'running'],
  ['canceling', 'running'],
  ['cancelling', 'running'],
  ['notstarted', 'waiting'],
  ['pending', 'waiting'],
  ['postponed', 'waiting'],
  ['queued', 'waiting'],
  ['scheduled', 'waiting'],
  ['waiting', 'waiting'],
])

/** Returns a state from a result, or before there is one, from a status. */
function azureState(result: string, status: string): BuildState {
  const known = results.get(result.toLowerCase()) ?? results.get(status.toLowerCase())
  return known ?? { called: result || status }
}

/** Reads `build.complete`, in its versions 1 and 2. */
export const azureBuild: EventReader = body => {
  const build = body.at('resource')
  const [status, result] = [build.at('status').text, build.at('result').text]
  const sha = build.at('sourceVersion').text
  const who = build.at('requestedFor').exists
    ? build.at('requestedFor')
    : build.at('requests', '0', 'requestedFor')
  return buildPost({
    event: eventName('build.complete', result || status),
    state: azureState(result, status),
    build: {
      name: joined([build.at('definition', 'name').text, build.at('buildNumber').text]),
      url: azureWebLink(build) || azureMessageLink(body),
    },
    ref: { name: refOf(build.at('sourceBranch').text).name, url: '' },
    where: { name: build.at('project', 'name').text, url: '' },
    who: azureName(who),
    seconds: secondsBetween(build.at('startTime').text, build.at('finishTime').text),
    details: [sha !== '' && `commit ${code(sha.slice(0, 7))}`],
    key: azureRunKey(body, build.at('id').text),
  })
}

function azureRunPlace(body: Native): ForgePlace {
  const run = body.at('resource', 'run')
  const pipeline = body.at('resource', 'pipeline', 'name').text || run.at('pipeline', 'name').text
  return { name: joined([pipeline, run.at('name').text]), url: azureWebLink(run) || azureMessageLink(body) }
}

/** Returns the branch that a run has built. */
function azureRunBranch(body: Native): ForgePlace {
  const self = body.at('resource', 'run', 'resources', 'repositories', 'self')
  return { name: refOf(self.at('refName').text).name, url: '' }
}

/** Reads `ms.vss-pipelines.run-state-changed-event`. */
export const azureRun: EventReader = (body, event) => {
  const run = body.at('resource', 'run')
  const [state, result] = [run.at('state').text, run.at('result').text]
  return buildPost({
    event: eventName(event, state === 'completed' ? result : state),
    state: azureState(result, state),
    build: azureRunPlace(body),
    ref: azureRunBranch(body),
    where: azureProjectOf(azureRunPlace(body).url),
    who: azureName(run.at('requestedFor')) || azureName(run.at('createdBy')) || azureMessageName(body),
    seconds: secondsBetween(run.at('createdDate').text, run.at('finishedDate').text),
    key: azureRunKey(body, run.at('id').text),
  })
}

/** Reads the states of stages and jobs. A failed one replies to its run. */
export const azureRunPart: EventReader = (body, event) => {
  const isJob = event.includes('job-state')
  const part = body.at('resource', isJob ? 'job' : 'stage')
  if (azureState(part.at('result').text, '') !== 'failed')
    return notShown(event, 'only failed stages and jobs are shown')
  const name = part.at('displayName').text || part.at('name').text
  const run = azureRunPlace(body)
  const failed = linked({ name, url: azureWebLink(part) || run.url })
  const key = azureRunKey(body, body.at('resource', 'run', 'id').text)
  const [branch, project] = [linked(azureRunBranch(body)), linked(azureProjectOf(run.url))]
  return {
    event,
    text: joined([
      `❌ The ${isJob ? 'job' : 'stage'}`,
      failed,
      'failed',
      run.name !== '' && `in ${plain(run.name)}`,
      branch && `on ${branch}`,
      project && `in ${project}`,
    ]),
    ...(key !== undefined && { threadKey: key }),
  }
}

const signs = {
  approved: '✅',
  rejected: '❌',
  pending: '⏳',
  canceled: '⚠️',
  timedout: '⚠️',
}

/** Reads approvals that are pending or completed. Only the message says what they are for. */
export const azureApproval: EventReader = (body, event) => {
  const approval = body.at('resource', 'approval')
  const status = approval.at('status').text || (event.includes('pending') ? 'pending' : '')
  const run = azureRunPlace(body)
  const place = linked({ name: run.name || 'open', url: run.url })
  const words = body.at('message', 'text').text
  const message = words === '' ? `Approval ${asWords(status) || 'changed'}` : plain(words)
  const people = listOnLine(approvers(approval).map(name => plain(name, 60)))
  return {
    event,
    text: lines(
      joined(
        [
          joined([eventWords(signs, status.toLowerCase()) ?? 'ℹ️', message]),
          people && `${status === 'pending' ? 'waiting for' : 'by'} ${people}`,
          run.url !== '' && place,
        ],
        ' · ',
      ),
      quote(approval.at('instructions').text),
      ...approval.at('steps').items.map(step => quote(step.at('comment').text)),
      quote(approval.at('comments').text),
    ),
  }
}

/** Returns who decided, or who can. */
function approvers(approval: Native): string[] {
  const steps = approval.at('steps').items.map(step => {
    return azureName(step.at('actualApprover')) || azureName(step.at('assignedApprover'))
  })
  const one = azureName(approval.at('approvedBy')) || azureName(approval.at('approver'))
  return one === '' ? steps : [one]
}

/** Reads the start and the end of a release's deployment. */
export const azureDeployment: EventReader = (body, event) => {
  const resource = body.at('resource')
  const environment = resource.at('environment')
  const release = environment.at('release').exists ? environment.at('release') : resource.at('release')
  const project = resource.at('project', 'name').text
  const hasStarted = event.includes('deployment-started')
  const id = [release.at('id').text, environment.at('id').text].join('/')
  return buildPost({
    event: eventName(event, hasStarted ? '' : environment.at('status').text),
    state: hasStarted ? 'running' : azureState(environment.at('status').text, ''),
    build: {
      name: joined([`Deployment of ${release.at('name').text} to`, environment.at('name').text]),
      url: azureWebLink(release) || azureMessageLink(body),
    },
    passed: 'succeeded',
    where: { name: project, url: '' },
    who: azureName(environment.at('owner')),
    key: keyFor('deployment', project, id),
  })
}
