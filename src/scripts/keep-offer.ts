import { keepLinkedOffer } from '../lib/quote/offer-code.ts'

keepLinkedOffer()
