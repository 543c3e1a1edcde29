import type { TemplateFieldsObject } from '@posthorn/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'
import type { OfHook } from './deliveries.js'

/** What a user writes into a template. */
export type TemplateForm = Required<TemplateFieldsObject>

/** A hook's current template, or null. */
export const hookTemplateQuery = (params: OfHook) =>
  queryOptions({
    queryKey: ['hooks', params.team, params.hook, 'template'],
    queryFn: ({ signal }) => api.getHookTemplate({ params, signal }),
    select: ({ template }) => template,
  })

/** Fields that a hook's template uses and that its sender's JSON lost. */
export const lostFieldsQuery = (params: OfHook) =>
  queryOptions({ ...hookTemplateQuery(params), select: ({ lost_fields }) => lost_fields })

/** No event announces refused calls. */
const samplesEveryMs = 10_000

export const refusedSamplesKey = (hook: string) => ['refused samples', hook]

/** The JSON of calls that were refused because they had no text, newest first. */
export const refusedSamplesQuery = (params: OfHook) =>
  queryOptions({
    queryKey: refusedSamplesKey(params.hook),
    queryFn: async ({ signal }) => (await api.listRefusedSamples({ params, signal })).samples,
    refetchInterval: samplesEveryMs,
    staleTime: 0,
  })

type Previewed = {
  team: string
  hook: string
  template?: TemplateForm | undefined
  /** The delivery of an edited replay. */
  delivery?: string | undefined
}

/** A preview of a payload, as the hook reads it or with a template to try. The server stores nothing. */
export const previewQuery = ({ template, delivery, ...params }: Previewed, payload: string) =>
  queryOptions({
    queryKey: ['preview', params.hook, payload, template, delivery],
    queryFn: ({ signal }) =>
      api.previewPayload({
        params,
        body: { payload, ...(template && { template }), ...(delivery && { delivery }) },
        signal,
      }),
    placeholderData: keepPreviousData, // while the user types
    gcTime: 0,
  })
