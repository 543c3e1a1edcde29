import type { KnownBlock } from '@slack/types'
import { expect, test } from 'vitest'
import { parsePayload } from '../payload/parse.js'

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const plain = (text: string) => ({ type: 'plain_text', text })
const rich = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})
const image = { type: 'image', image_url: 'https://e.com/i.png', alt_text: 'i' }
const link = { type: 'button', text: plain('Open'), url: 'https://e.com', action_id: 'a' }
const card = {
  title: mrkdwn('*Shop*'),
  subtitle: mrkdwn('down'),
  body: mrkdwn('since 9:00'),
  actions: [link],
}
const cell = (text: string) => ({ type: 'raw_text', text })
const rows = [
  [cell('Host'), cell('Load')],
  [cell('db-1'), { type: 'raw_number', value: 7 }],
]
const table = '| Host | Load |\n| --- | --- |\n| db-1 | 7 |'
const task = { task_id: '1', title: 'Migrate', status: 'in_progress', details: rich('step 2') }
const source = { type: 'url', url: 'https://e.com/s', text: 'Source' }

/** What each of Slack's blocks shows. A type of Slack's package that is missing here does not compile. */
const shown: Record<KnownBlock['type'], [block: object, text: string]> = {
  actions: [{ elements: [link] }, '[Open](https://e.com)'],
  alert: [{ level: 'error', text: mrkdwn('*Disk* full') }, '❌ **Disk** full'],
  card: [
    { ...card, hero_image: image },
    '![i](https://e.com/i.png)\n\n****Shop****\n\ndown\n\nsince 9:00\n\n[Open](https://e.com)',
  ],
  carousel: [
    {
      elements: [
        { type: 'card', title: mrkdwn('A') },
        { type: 'card', title: mrkdwn('B') },
      ],
    },
    '**A**\n\n**B**',
  ],
  container: [
    {
      title: plain('Report'),
      subtitle: mrkdwn('today'),
      child_blocks: [{ type: 'section', text: mrkdwn('ok') }],
    },
    '**Report**\n\ntoday\n\nok',
  ],
  context: [{ elements: [mrkdwn('a')] }, 'a'],
  context_actions: [{ elements: [link] }, '[Open](https://e.com)'],
  data_table: [{ caption: 'Hosts', rows }, `**Hosts**\n\n${table}`],
  divider: [{}, '---'],
  file: [{ text: plain('x') }, 'x'],
  header: [{ text: plain('Title') }, '### Title'],
  image: [image, '![i](https://e.com/i.png)'],
  input: [{ text: plain('x') }, 'x'],
  markdown: [{ text: '**a**' }, '**a**'],
  plan: [
    { title: 'Release', tasks: [{ type: 'task_card', ...task }] },
    '**Release**\n\n⏳ **Migrate**\n\nstep 2',
  ],
  rich_text: [rich('a'), 'a'],
  section: [{ text: mrkdwn('a') }, 'a'],
  table: [{ rows }, table],
  task_card: [
    { ...task, status: 'paused', output: rich('none'), sources: [source] },
    'paused **Migrate**\n\nstep 2\n\nnone\n\n[Source](https://e.com/s)',
  ],
  video: [
    { title: plain('V'), title_url: 'https://e.com/v', thumbnail_url: 'https://e.com/i.png', alt_text: 'i' },
    '**[V](https://e.com/v)**\n![i](https://e.com/i.png)',
  ],
}

function read(payload: object) {
  const reading = parsePayload(JSON.stringify(payload))
  if (reading.outcome !== 'read') throw new Error(reading.detail)
  return reading.payload
}

test.each(Object.entries(shown))('shows the block %s', (type, [block, text]) => {
  expect(read({ blocks: [{ type, ...block }] }).text).toBe(text.replace('****Shop****', '**Shop**'))
})

test('shows a chart as a table with a row for each label', () => {
  const series = [
    {
      name: 'Errors',
      data: [
        { label: 'Mon', value: 1 },
        { label: 'Tue', value: 2 },
      ],
    },
    { name: 'Calls', data: [{ label: 'Tue', value: 20 }] },
  ]
  const chart = { type: 'bar', series, axis_config: { categories: ['Mon', 'Tue'], y_label: 'per day' } }
  expect(read({ blocks: [{ type: 'data_visualization', title: 'Week', chart }] }).text).toBe(
    '**Week**\n\n|  | Errors | Calls |\n| --- | --- | --- |\n| Mon | 1 |  |\n| Tue | 2 | 20 |\n\nper day',
  )
  const pie = { type: 'pie', segments: [{ label: 'A', value: 45.5 }] }
  expect(read({ blocks: [{ type: 'data_visualization', title: 'Pie', chart: pie }] }).text).toContain(
    '| A | 45.5 |',
  )
})

test('a chart shows at most 20 series and 200 labels, and reports the rest', () => {
  const wide = Array.from({ length: 21 }, (_, index) => ({
    name: `s${index}`,
    data: [{ label: 'Mon', value: index }],
  }))
  const long = { data: Array.from({ length: 201 }, (_, index) => ({ label: `l${index}`, value: index })) }
  const { text, ignored } = read({
    blocks: [wide, [long]].map(series => ({ type: 'data_visualization', title: 't', chart: { series } })),
  })
  expect(text).toContain('| s19 |\n')
  expect(text).toContain('| l199 | 199 |')
  expect(text).not.toMatch(/s20|l200/)
  expect(ignored).toEqual([
    'blocks[0].chart.series after the first 20',
    'blocks[1].chart after the first 200 labels',
  ])
})

test('reports what blocks inside others cannot show, by its place', () => {
  const feedback = { type: 'context_actions', elements: [{ type: 'feedback_buttons', positive_button: {} }] }
  const nested = { type: 'container', child_blocks: [] }
  const { text, ignored } = read({
    blocks: [{ type: 'container', title: plain('T'), child_blocks: [feedback, nested] }],
  })
  expect([text, ignored]).toEqual([
    '**T**',
    [
      'blocks[0].child_blocks[0].elements[0] (feedback_buttons)',
      'blocks[0].child_blocks[0] (context_actions)',
      'blocks[0].child_blocks[1] (container)',
    ],
  ])
})

test("shows Mattermost's blocks, Slack's blocks and adaptive cards in props, and keeps their actions secret", () => {
  const mm_blocks = [
    { type: 'text', text: 'Deployed **main**' },
    { type: 'divider' },
    {
      type: 'container',
      flow: 'horizontal',
      content: [
        { type: 'button', text: 'Logs', action_id: 'logs' },
        { type: 'button', text: 'Undo', action_id: 'undo' },
      ],
    },
    { type: 'column_set', columns: [{ type: 'column', items: [{ type: 'text', text: 'left' }] }] },
    {
      type: 'collapsible',
      header: [{ type: 'text', text: 'More' }],
      content: [{ type: 'image', url: 'https://e.com/i.png', alt_text: 'i' }],
    },
    { type: 'static_select', placeholder: 'Next', options: [] },
  ]
  const mm_blocks_actions = {
    logs: { type: 'openURL', url: 'https://e.com/l' },
    undo: { type: 'external', url: 'https://secret' },
  }
  const blocks = [{ type: 'section', text: mrkdwn('*slack*') }]
  const facts = [{ title: 'Host', value: 'db-1' }]
  const cards = [
    {
      type: 'AdaptiveCard',
      body: [
        { type: 'TextBlock', text: 'card' },
        { type: 'FactSet', facts },
      ],
    },
  ]
  const { text, props, ignored } = read({
    text: 'top',
    props: { mm_blocks, mm_blocks_actions, blocks, cards, mine: 1 },
  })
  expect(text).toBe(
    'top\n\nDeployed **main**\n\n---\n\n[Logs](https://e.com/l)\n\nleft\n\nMore\n\n![i](https://e.com/i.png)\n\n**slack**\n\ncard\n\n**Host** db-1',
  )
  expect(props).toEqual({ mine: 1 })
  expect(ignored).toEqual(['props.mm_blocks[2].content[1] (button)', 'props.mm_blocks[5] (static_select)'])
})

test("writes Mattermost's buttons in a text as links or words", () => {
  const { text, ignored } = read({
    text: 'Review [Approve](mmaction://ok?ticket=1) or [Log](mmaction://log)',
    props: { mm_blocks_actions: { log: { type: 'openURL', url: 'https://e.com' } } },
  })
  expect(text).toBe('Review Approve or [Log](https://e.com)')
  expect(ignored).toEqual(['the button Approve (mmaction://ok)'])
})

test.each([[{}], ['x'], [[null, 1, { type: 4 }, { content: 'x' }]]])(
  'reports Mattermost blocks that are none: %j',
  mm_blocks => {
    expect(read({ text: 'a', props: { mm_blocks } }).ignored[0]).toMatch(/^props\.mm_blocks/)
  },
)
