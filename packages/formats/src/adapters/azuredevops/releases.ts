import { buildPost } from '../forges/build.js'
import { type EventReader, eventName, eventWords, keyFor } from '../forges/events.js'
import { linked } from '../forges/place.js'
import { lines } from '../forges/sentence.js'
import { joined, plain } from '../markdown.js'
import { azureRunPlace, azureState } from './builds.js'
import { azureName, azureWebLink } from './common.js'

const signs = { approved: '✅', rejected: '❌', pending: '⏳' }

/** Reads approvals that are pending or completed. Only the message says what they are for. */
export const azureApproval: EventReader = (body, event) => {
  const message = plain(body.at('message', 'text').text)
  const status = body.at('resource', 'approval', 'status').text
  const sign = eventWords(signs, status) ?? '⏳'
  const { text: note } = body.at('resource', 'approval', 'instructions')
  const run = azureRunPlace(body)
  const first = joined([sign, message || 'An approval changed.', run.url !== '' && `· ${linked(run)}`])
  return { event, text: lines(first, plain(note)) }
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
      url: azureWebLink(release),
    },
    passed: 'succeeded',
    where: { name: project, url: '' },
    who: azureName(environment.at('owner')),
    key: keyFor('deployment', project, id),
  })
}
