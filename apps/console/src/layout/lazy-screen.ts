import { lazyRouteComponent } from '@tanstack/react-router'
import { untilLoaded } from '../data/client/until-loaded.js'

/** A screen whose code is loaded when it is first opened. Meanwhile `NotLoaded` is in its place. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => untilLoaded(load), name)
