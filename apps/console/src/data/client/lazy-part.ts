import { type ComponentType, lazy } from 'react'
import { untilLoaded } from './until-loaded.js'

/**
 * A component whose code is loaded when it is first rendered. While the server is down, it keeps trying. A plain `lazy` would
 * throw, which replaces the whole page with an error.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ [Key in Name]: ComponentType<Props> }>,
  name: Name,
) {
  return lazy(async () => ({ default: (await untilLoaded(load))[name] }))
}
