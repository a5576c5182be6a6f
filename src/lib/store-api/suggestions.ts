import { wrappedOrBare } from '../schemas/received.ts'
import { receivedSuggestionsSchema, type Suggestions } from '../schemas/suggestions.ts'
import type { StoreClient } from './client.ts'

const answerSchema = wrappedOrBare(receivedSuggestionsSchema)

/**
 * Returns suggestions, for stores with the capability `suggestions`. Throws as the client does.
 * docs/requirements.md#116-suggestions
 */
export function fetchSuggestions(client: StoreClient, search: string): Promise<Suggestions> {
  return client.get('/suggestions', answerSchema, { search })
}
