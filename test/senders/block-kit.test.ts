import { test } from 'vitest'
import { check } from './check.js'

test('a summary in markdown', () =>
  check('blocks-ai-summary.json', 'Cart keeps its items', "const a = '<b>'", 'check it*'))

test('Airflow: a text within the blocks is posted once', () =>
  check('blocks-airflow.json', 'Dag : shop_daily'))

test('an approval: fields one below the other', () =>
  check('blocks-approval.json', 'Type: Computer (laptop)', 'Reason:'))

test('Argo CD: blocks, with the text before them', () =>
  check('blocks-argo-cd.json', 'is Healthy and Synced', 'Revision 1a2b3c4'))

test('Artillery: every figure of a load test', () =>
  check(
    'blocks-artillery-load-test.json',
    '🟢 Artillery test run succeeded',
    'p99 412.8 ms',
    'Test run id: t9xz_4kq',
  ))

test('a cost report: preformatted text keeps its columns', () =>
  check('blocks-aws-cost-report.json', 'S3 8.01 USD `other`', '131.91 USD'))

test('Dagster: code and a button with an address', () =>
  check('blocks-dagster.json', 'load_orders failed & was not retried', 'View in Dagster UI'))

test('a chart: an image with an odd address', () =>
  check('blocks-daily-chart.json', 'Sign-ups, 7 days', '+12 %'))

test('a dependency report: a table', () =>
  check('blocks-dependency-table.json', 'Package Now Newest zod 4.4.3 4.5.0 a|b *c*'))

test('Grafana OnCall: an alert, its date, and the button that leads somewhere', () =>
  check(
    'blocks-grafana-oncall.json',
    '#42 Disk nearly full',
    '91 % > 90 %',
    'Runbook Firing since 2025-11-21 08:00 UTC',
  ))

test('an incident: everybody is told, labels stand for ids', () =>
  check('blocks-incident-channel.json', '@channel join ~inc-12-payments , lead is @U024BE7LH', 'Fixing'))

test("Jenkins: a template of Block Kit's own builder", () =>
  check('blocks-jenkins-pipeline.json', 'Please select a restaurant:', '1528 reviews'))

test('a cron script: text and blocks that say different things', () =>
  check('blocks-numbers-in-text.json', 'Backup of db-1 finished Size 1.2 GB Took 14 min'))

test('blocks that are wrong or new: the rest is posted', () =>
  check('blocks-odd-and-new.json', 'Something of a newer kind', 'Last'))

test('Playwright: marks, quotes and code', () =>
  check('blocks-playwright-report.json', '✅ 118 | ❌ 2', 'checkout > pays with a card', 'cart > <empties>'))

test('a poll: its buttons have no effect, its words stay', () =>
  check('blocks-poll.json', 'Poll by @alice', 'Ace Wasabi', '2 votes'))

test('Prefect: an attachment of blocks alone', () =>
  check('blocks-prefect-attachment.json', 'Flow run calm-fox entered state Failed Flow: shop'))

test('rich text: every style and element', () =>
  check(
    'blocks-rich-text-all.json',
    'both 1. not a list # nor a heading code with ` tick',
    'five second line six',
  ))

test('Robusta: sections, links and code', () =>
  check('blocks-robusta.json', 'Prometheus Alert Firing', '🔎 Investigate · 🔕 Silence', '|Warning|BackOff|'))

test('semantic-release: version and notes', () =>
  check(
    'blocks-semantic-release.json',
    'Current version is 2.4.0',
    '• cart: keep items for a week ( 1a2b3c4 )',
  ))

test('Sentry: blocks in an attachment', () =>
  check('blocks-sentry-issue.json', 'TypeError', "reading 'id'", 'State: New'))

test("Slack's GitHub Action: what text and blocks both say is posted once", () =>
  check('blocks-slack-github-action.json', 'GitHub Action build result: success'))

test('a stand-up bot: lists within lists', () =>
  check('blocks-standup.json', 'removed old_price', '3*4 tests', 'Blocked by #C0123'))

test('a status page: a button beside a section', () =>
  check('blocks-statuspage.json', 'Investigating – API errors', 'View incident'))

test('Terraform: a diff in code stays as it is', () =>
  check('blocks-terraform-plan.json', '~ aws_iam_role.ci: "<a|b>" -> "c"', '@infra'))

test('Vercel: a section with a picture', () =>
  check('blocks-vercel-deployment.json', 'Deployment ready shop-git-main.example.app main at fix'))

test('a video: its picture and where it is played', () =>
  check('blocks-video.json', 'Release 2.4 in five minutes Alice, Videos'))

test('GitHub: a title with code, bold and brackets is one link', () =>
  check('blocks-github-pull-request.json', '#7 Use FOO_BAR in docs [skip ci]', '| Nov 14th, 2023'))

test('Airflow: underscores stay, a traceback has its lines', () =>
  check('blocks-airflow-traceback.json', 'Dag : __shop__', 'x = a[`b`] KeyError'))

test('Jenkins: a path on Windows keeps its backslashes', () =>
  check('blocks-jenkins-windows-path.json', '\\\\build01\\logs\\_nightly_\\7.txt', 'Started by Ada'))

test('Kibana: patterns and addresses keep their stars', () =>
  check('blocks-kibana-index-patterns.json', 'Index logs-*,metrics-* matched', 'r?q=*a*'))

test('cron: dashes, lists of files and stars read as printed', () =>
  check('blocks-cron-output.json', '-------------------------', '*** done ***', 'C:\\temp\\*.log 1) a # b'))

test('rich text: bold beside a letter is bold', () =>
  check('blocks-rich-text-tight-marks.json', 'core: x! 2*3*4 https://e.com/_a_*b* @everyone', 'at c'))

test('an on-call bot: what leads nowhere shows its label', () =>
  check(
    'blocks-on-call-phone.json',
    'Call +1 (555) 123-4567 or oncall@example.com . Open in Slack',
    '@here @ops',
  ))

test('Grafana: labels, lists and addresses read as written', () =>
  check(
    'blocks-grafana-labels.json',
    '[FIRING:2] disk_full *prod* #3',
    'device=/dev/nvme*, host=db_1',
    'matcher=__name__%3D*',
  ))

test('a change log: marks beside zero-width spaces are marks', () =>
  check('blocks-changelog-zero-width.json', 'core: keep the cart', '--all=* (2*3 faster)'))
