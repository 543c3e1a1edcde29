import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bodies, sources } from './bodies.js'
import { check, checkRefused, pageNameOf } from './check.js'

test('Alertmanager: title, text, fields and a button are shown', () =>
  check('alertmanager-fields-and-buttons.json', '@channel two disks', '91% > 90%', 'eu_west_1', 'Silence'))

test('Alertmanager: a template written in markdown is markdown', () =>
  check('alertmanager-resolved-markdown.json', '[RESOLVED] DiskAlmostFull (storage)', '/dev/nvme0n1p1'))

test('Apprise for Slack: what it escapes is read as it was meant, in the title too', () =>
  check('apprise-slack-escaped-body.json', 'Backup & restore', 'parts <10 GB'))

test('Apprise for Slack: a message of blocks alone is shown', () =>
  check('apprise-slack-blocks-only.json', 'Backup db-1 saved Apprise'))

test('Apprise for Mattermost: an icon of null is none', () =>
  check('apprise-mattermost-null-icon.json', 'Backup db-1 saved in 4 min , see the log .'))

test('Argo CD: a template of fields alone is a post', () =>
  check('argocd-webhook-template.json', 'shop-web', 'Sync Status Synced'))

test('AWS CloudWatch: a form, with a field of null', () =>
  check('aws-cloudwatch-lambda.form.txt', 'Alarm Name orders-dead-letters', 'ALARM: "orders-dead-letters"'))

test('Checkmk: two attachments stand in one post, and mention people', () =>
  check(
    'checkmk-two-attachments.json',
    'Host: db-1 (IP: 192.0.2.11)',
    'Please take a look: @reader , @admin',
  ))

test("CircleCI: Slack's ids of people and groups are shown", () =>
  check('circleci-link-button.json', 'A deploy job has failed! @here @S01ABCDEF', 'Visit Job'))

test('curl: JSON sent as a form is refused, and the right header is named', () =>
  checkRefused('curl-json-sent-as-a-form.form.txt', 'unreadable', 'Content-Type: application/json'))

test('Datadog: its own payload is refused, and told which keys have no effect', () =>
  checkRefused('datadog-default-payload.json', 'no_text', 'body, last_updated, event_type, title, date'))

test('Flux: empty keys are as if they were not there', () =>
  check('flux-empty-keys.json', 'kustomization/shop.flux-system', 'web-env_vars created'))

test('Gitea: links, escaped titles and task lists are read as they were meant', () =>
  check(
    'gitea-escaped-titles.json',
    '[ shop/web ] Issue opened: #7 Cart <Item> & basket differ by grace',
    'seen on main',
  ))

test('GitHub Action: author and fields with links are shown', () =>
  check('github-action-linked-footer.json', 'octocat', 'Actions URL Deploy', 'Deployed to staging'))

test('GitLab: a push says who, where and what', () =>
  check(
    'gitlab-push.form.txt',
    'pushed to branch main of Shop / web ( Compare changes )',
    'List<Item> was empty',
  ))

test('GitLab: a pipeline without text shows its failed jobs', () =>
  check('gitlab-pipeline.form.txt', 'Pipeline #991 has failed in 04:12', 'unit_node_20 , unit_node_24'))

test('Grafana: an alert in markdown, with its image', () =>
  check('grafana-mentions-in-pretext.json', 'Firing Value: B=1.84', 'Grafana v11.2.0 2026-'))

test('Grafana 5: fields that are numbers are shown', () =>
  check('grafana-legacy-number-fields.json', '@channel The queue grows', 'jobs 1250', 'oldest (s) 93.5'))

test('Healthchecks.io: a schedule of stars stays a schedule', () =>
  check('healthchecks-fields-without-short.json', '“nightly backup” is DOWN.', 'Schedule 0 3 * * *'))

test('Icinga: links with ampersands and spaces lead where they should', () =>
  check('icinga2-ampersand-links.form.txt', 'HOST: db-1 SERVICE: Disk /var STATE: CRITICAL'))

test('Jellyfin: a byte order mark does no harm', () =>
  check('jellyfin-byte-order-mark.json.txt', 'Gardens of the North S2E4 "The Pond" was added'))

test('Jenkins: a form, with a field that has no title', () =>
  check('jenkins-fields-without-titles.form.txt', '#42 Failure after 3 min 10 sec ( Open )', 'Passed: 411'))

test('Mattermost: heading, quote, table and mentions of its own GitLab integration', () =>
  check('mattermost-gitlab-comment.json', 'New Comment on !12 - Round prices up', '~off-topic #pricing'))

test('Monit: the text is posted, the keys of an attachment beside it are not', () =>
  check(
    'monit-keys-of-an-attachment.form.txt',
    'nginx - failed protocol test [HTTP] at 127.0.0.1:80 -- HTTP',
  ))

test('Monolog: JSON in code keeps its lines, and nobody is mentioned in it', () =>
  check('monolog-json-in-code.form.txt', '"url": "/checkout?step=2&retry=1"', '<!channel> is not a mention'))

test('Nagios: lines stay lines', () =>
  check('nagios-line-breaks.form.txt', 'Service : Swap State : WARNING', 'SWAP WARNING - 18% free'))

test('Netdata: a form with line feeds, and fields that are titles only', () =>
  check('netdata-fields-without-values.form.txt', 'disk space usage = 92.1%', 'disk_space._var /var'))

test('PagerDuty: an event of its own form is refused, and told so', () =>
  checkRefused('pagerduty-v3-event.json', 'no_text', 'Without effect here: event.'))

test('Rundeck: an attachment that is not in attachments is refused, and told so', () =>
  checkRefused('rundeck-keys-of-an-attachment.form.txt', 'no_text', 'fallback, pretext, color'))

test('Sentry: links with spaces around the bar are links', () =>
  check('sentry-legacy-spaced-links.form.txt', 'in <anonymous>)', 'Triggered By First seen , Ten an hour'))

test('a shell script: a log pasted into JSON is read', () =>
  check('shell-script-raw-newlines.json.txt', 'backup of db-1: files 1204 bytes 88213 done'))

test('Sonarr: text and attachment are shown in this order', () =>
  check(
    'sonarr-grab.json',
    'Grabbed: Gardens of the North - 2x04',
    '[WEBDL-1080p] Gardens of the North Gardens',
  ))

test('Travis CI: a build with its links', () =>
  check('travis-branch-build.json', 'Build #118 ( 4e5f6a7 ) of example/web@main by Ada Lovelace passed'))

test('Uptime Kuma for Slack: the text is posted, and its blocks behind it', () =>
  check('uptime-kuma-blocks-in-attachment.json', '@channel', 'Time (UTC) 2026-11-21 08:00:12', 'Visit'))

test('Uptime Kuma for Mattermost: title and fields are shown', () =>
  check('uptime-kuma-mattermost.json', 'Shop service went up!', 'Ping 87ms'))

test('Zabbix: a form that is not encoded is read where it can be', () =>
  check('zabbix-not-url-encoded.form.txt', 'PROBLEM: Load on web-1: 12.4 (above 8), ask @reader'))

test('Rails: a stack trace with backticks stays one block of code', () =>
  check(
    'rails-exception-notification.json',
    "undefined method `total' for nil:NilClass",
    "orders_controller.rb:8:in `show'",
  ))

test('Datadog: a query keeps its stars, the footer its link and its time', () =>
  check('datadog-monitor-footer.json', 'hits{*}.as_rate() > 0.05', 'Datadog 2023-11-14'))

test('Jira: people by their names, a footer with a link', () =>
  check('jira-linked-footer.json', 'Assignee @ada', 'Web | Jira'))

test('Opsgenie: e-mail addresses are links', () =>
  check('opsgenie-responders.json', '#42', 'ops_team, ada@example.com'))

test('HCP Terraform: a plan in numbers, not in channels', () =>
  check('terraform-cloud-run.json', 'Plan +2 ~1 -0', 'HCP Terraform 2023-11-14'))

test('Statuspage: a title in two lines, and a quote to the end', () =>
  check('statuspage-quote-to-end.json', 'Elevated errors on API – Investigating', 'More soon. @here'))

test('Kibana: an address with brackets, quotes and stars is one link', () =>
  check('kibana-rison-address.json', "query:'a:*')) (3 hits)"))

test('every body has its source and its page, and there are no others', () => {
  expect(bodies).toEqual(Object.keys(sources).toSorted())
  const pages = readdirSync(new URL('rendered/', import.meta.url))
  expect(pages.toSorted()).toEqual(bodies.map(pageNameOf).toSorted())
})
