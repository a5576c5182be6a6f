import type { Words } from './en.ts'

export const HI: Words = {
  hello: 'नमस्ते {name},',
  order: 'ऑर्डर {order}',
  quantity: 'मात्रा: {quantity}',
  discount: 'छूट: {label}',
  cashFee: 'कैश ऑन डिलीवरी का शुल्क',
  total: 'कुल',
  arrival: 'यह {date} तक पहुँच जाना चाहिए।',
  deliveryAddress: 'डिलीवरी का पता',
  viewOrders: 'मेरे ऑर्डर देखें',
  trackOrder: 'ऑर्डर ट्रैक करें',
  trackParcel: 'पार्सल ट्रैक करें',
  courier: 'कूरियर',
  trackingNumber: 'ट्रैकिंग नंबर',
  amount: 'राशि',
  reference: 'संदर्भ संख्या',
  date: 'तारीख',
  reason: 'कारण',
  payment: 'भुगतान',
  phone: 'फ़ोन',
  contactShop: 'कोई सवाल? इस ईमेल का जवाब दें, या {phone} पर फ़ोन करें।',
  contactByMail: 'कोई सवाल? इस ईमेल का जवाब दें।',
  contactByPhone: 'कोई सवाल? {phone} पर फ़ोन करें।',
  whyShopper: 'आपको यह ईमेल इसलिए मिला है क्योंकि आपने {shop} पर ऑर्डर किया है।',
  whyMerchant: 'यह ईमेल {shop} के कंपनी ईमेल पते पर भेजा गया है।',

  receivedSubject: 'हमें आपका ऑर्डर {order} मिल गया है',
  receivedHeading: 'आपके ऑर्डर के लिए धन्यवाद',
  received: 'हमें आपका ऑर्डर मिल गया है।',
  receivedUnpaid: 'हमें आपका ऑर्डर मिल गया है। इसका भुगतान अभी बाकी है।',
  payNow: '{amount} का भुगतान करें',
  justPaid: 'अगर आपने अभी-अभी भुगतान किया है, तो आपको कुछ और नहीं करना है: भुगतान की पुष्टि होते ही हम आपको बताएँगे।',

  reminderSubject: 'आपके ऑर्डर {order} का भुगतान अभी बाकी है',
  reminderHeading: 'आपका भुगतान बाकी है',
  reminder: 'आपने यह ऑर्डर {date} को किया था और इसका भुगतान अभी नहीं हुआ है। आप अब भी भुगतान कर सकते हैं।',
  reminderEnd: 'अगर आपको यह ऑर्डर नहीं चाहिए, तो कुछ न करें: बिना भुगतान वाले ऑर्डर अपने आप रद्द हो जाते हैं।',

  cashSubject: 'आपका ऑर्डर {order} पक्का हो गया है',
  cashHeading: 'आपका ऑर्डर पक्का हो गया है',
  cash: 'हम आपका ऑर्डर तैयार कर रहे हैं। डिलीवरी के समय {amount} देने होंगे: कृपया नकद तैयार रखें।',

  confirmSubject: 'कृपया अपने ऑर्डर {order} की पुष्टि करें',
  confirmHeading: 'कृपया अपने ऑर्डर की पुष्टि करें',
  cashUnconfirmed:
    'हमें आपका ऑर्डर मिल गया है। आपके पुष्टि करते ही हम इसे पैक कर देंगे। डिलीवरी के समय {amount} देने होंगे: कृपया नकद तैयार रखें।',
  confirmAsk: 'कृपया पुष्टि करें कि आपको यह ऑर्डर चाहिए और आप पार्सल लेंगे। बस एक बार दबाना है।',
  confirmOrder: 'ऑर्डर की पुष्टि करें',

  paidSubject: 'ऑर्डर {order} का भुगतान मिल गया है',
  paidHeading: 'भुगतान मिल गया',
  paidReady: 'हमें आपका {amount} का भुगतान मिल गया है और हम आपका ऑर्डर तैयार कर रहे हैं।',
  paid: 'हमें आपका {amount} का भुगतान मिल गया है।',

  shippedSubject: 'आपका ऑर्डर {order} भेज दिया गया है',
  shippedHeading: 'आपका ऑर्डर रास्ते में है',
  shipped: 'हमने आपका ऑर्डर कूरियर को सौंप दिया है।',
  invoice: 'आपके बिल का नंबर {number} है।',
  viewInvoice: 'बिल देखें',
  cashReady: 'कृपया {amount} नकद तैयार रखें।',

  correctedSubject: 'ऑर्डर {order} की नई ट्रैकिंग जानकारी',
  correctedHeading: 'नई ट्रैकिंग जानकारी',
  corrected: 'आपके पार्सल की ट्रैकिंग जानकारी बदल गई है। सही जानकारी यह है:',

  deliveredSubject: 'आपका ऑर्डर {order} पहुँच गया है',
  deliveredHeading: 'आपका ऑर्डर पहुँच गया है',
  delivered: 'आपका ऑर्डर पहुँचा दिया गया है। उम्मीद है कि यह आपको पसंद आएगा।',
  returnUntil: 'अगर कुछ ठीक न बैठे, तो आप {date} तक “मेरे ऑर्डर” में वापसी का अनुरोध कर सकते हैं।',

  cancelledSubject: 'आपका ऑर्डर {order} रद्द हो गया है',
  cancelledHeading: 'आपका ऑर्डर रद्द हो गया है',
  cancelled: 'आपका ऑर्डर रद्द हो गया है और भेजा नहीं जाएगा।',
  cancelledUnpaid: 'आपके ऑर्डर का भुगतान समय पर नहीं हुआ, इसलिए वह रद्द हो गया है। आप कभी भी फिर से ऑर्डर कर सकते हैं।',

  undeliveredSubject: 'कूरियर आपका ऑर्डर {order} नहीं पहुँचा सका',
  undeliveredHeading: 'आपका पार्सल नहीं पहुँचाया जा सका',
  undelivered:
    'कूरियर आपका पार्सल नहीं पहुँचा सका। ज़्यादातर कूरियर दोबारा कोशिश करते हैं: कृपया फ़ोन पर उपलब्ध रहें, और पता या फ़ोन बदल गया हो तो हमें लिखें।',

  returningSubject: 'आपके ऑर्डर {order} का पार्सल हमारे पास लौट रहा है',
  returningHeading: 'आपका पार्सल हमारे पास लौट रहा है',
  returning: 'कूरियर आपका पार्सल नहीं पहुँचा सका और उसे हमारे पास वापस ला रहा है। उसके यहाँ पहुँचने पर हम आपको लिखेंगे।',

  backSubject: 'आपके ऑर्डर {order} का पार्सल हमारे पास लौट आया है',
  backHeading: 'आपका पार्सल हमारे पास लौट आया है',
  back: 'कूरियर आपका पार्सल नहीं पहुँचा सका और उसे हमारे पास वापस ले आया। यह ऑर्डर बंद कर दिया गया है।',

  lostSubject: 'आपके ऑर्डर {order} का पार्सल खो गया है',
  lostHeading: 'आपका पार्सल खो गया है',
  lost: 'हमें खेद है: कूरियर से आपका पार्सल खो गया है। यह ऑर्डर बंद कर दिया गया है।',

  refundDueSubject: 'ऑर्डर {order} के {amount} आपको वापस मिलेंगे',
  refundDueHeading: 'आपका रिफ़ंड आने वाला है',
  refundDue:
    'इस ऑर्डर के {amount} हम आपको वापस भेजेंगे, जिस तरीक़े से आपने भुगतान किया था उसी से। रिफ़ंड होते ही हम आपको बताएँगे।',
  refundDueByUpi:
    'इस ऑर्डर के {amount} हम आपको वापस भेजेंगे। बताइए कि किस UPI आईडी पर भेजें। रिफ़ंड होते ही हम आपको बताएँगे।',
  refundDueOfCash: 'इस ऑर्डर के {amount} हम आपको वापस भेजेंगे। हम आपसे पूछेंगे कि पैसे कहाँ भेजें, और रिफ़ंड होते ही आपको बताएँगे।',
  refundByUpi: 'बताइए कि आपके पैसे किस UPI आईडी पर भेजें।',
  giveUpiId: 'अपनी UPI आईडी बताएँ',

  refundMadeSubject: 'ऑर्डर {order} के {amount} वापस कर दिए गए हैं',
  refundMadeHeading: 'आपका रिफ़ंड हो गया है',
  refundMade: 'हमने आपको {amount} वापस भेज दिए हैं। बैंक को इसे दिखाने में कुछ दिन लग सकते हैं।',

  returnAskedSubject: 'ऑर्डर {order} की वापसी का अनुरोध मिल गया है',
  returnAskedHeading: 'वापसी का अनुरोध',
  returnAsked: 'इन चीज़ों की वापसी का आपका अनुरोध हमें मिल गया है। फ़ैसला होते ही हम आपको बताएँगे।',

  returnAcceptedSubject: 'ऑर्डर {order} की वापसी मंज़ूर है',
  returnAcceptedHeading: 'वापसी मंज़ूर',
  returnAccepted: 'इन चीज़ों की वापसी हमें मंज़ूर है।',
  wayBackFree: 'वापस भेजने के लिए आपको कोई शुल्क नहीं देना होगा।',
  wayBackCustomer: 'वापस भेजने का कूरियर शुल्क आपको देना होगा, जब तक कि सामान क्षतिग्रस्त, ख़राब या ग़लत न हो।',
  returnRefusedSubject: 'ऑर्डर {order} की वापसी के अनुरोध के बारे में',
  returnRefusedHeading: 'वापसी मंज़ूर नहीं हुई',
  returnRefused: 'हमें खेद है: हम इन चीज़ों की वापसी नहीं ले सकते।',
  returnWithdrawnSubject: 'ऑर्डर {order} की वापसी का अनुरोध वापस ले लिया गया है',
  returnWithdrawnHeading: 'वापसी का अनुरोध वापस लिया गया',
  returnWithdrawn: 'इन चीज़ों की वापसी का आपका अनुरोध वापस ले लिया गया है। ये आपके पास ही रहेंगी।',
  shopNote: 'दुकान का संदेश: {note}',

  returnReceivedSubject: 'ऑर्डर {order} की लौटाई गई चीज़ें पहुँच गई हैं',
  returnReceivedHeading: 'वापसी मिल गई',
  returnReceived: 'आपकी लौटाई हुई चीज़ें हमें मिल गई हैं।',

  newOrderSubject: 'नया ऑर्डर {order}: {amount}',
  newOrderHeading: 'नया ऑर्डर',
  newOrder: '{name} ने ऑर्डर किया है।',
  methodPaid: 'भुगतान हो चुका है',
  methodCash: 'डिलीवरी पर नकद: {amount} लेने हैं',
  methodUnpaid: 'भुगतान नहीं हुआ',

  owedSubject: 'ऑर्डर {order} का रिफ़ंड बाकी है: {amount}',
  owedHeading: 'रिफ़ंड करना बाकी है',
  owed: 'भुगतान {payment} के {amount} “store payments refund” से वापस करें। अगर पैसे आपने खुद भेज दिए हैं, तो उन्हें “store payments refunded” से दर्ज करें।',

  refundFailedSubject: 'ऑर्डर {order} का रिफ़ंड नहीं हो सका',
  refundFailedHeading: 'रिफ़ंड नहीं हो सका',
  refundFailed:
    'भुगतान सेवा भुगतान {payment} का रिफ़ंड नहीं कर सकी। रकम अब भी लौटानी है। इसे “store payments refunds” से देखें।',

  askedSubject: 'ऑर्डर {order} की वापसी का अनुरोध',
  askedHeading: 'ग्राहक ने वापसी का अनुरोध किया है',
  asked: 'वापसी {id} पर “store returns accept” या “store returns refuse” से फ़ैसला करें।',
  withdrawnSubject: 'ऑर्डर {order} की वापसी का अनुरोध वापस लिया गया',
  withdrawnHeading: 'ग्राहक ने वापसी का अनुरोध वापस लिया है',
  withdrawn: 'वापसी {id} का अनुरोध वापस लिया गया है। ये चीज़ें ग्राहक के पास रहेंगी, इसलिए इनके पैसे नहीं लौटाने हैं।',

  mismatchSubject: 'ऑर्डर {order} का भुगतान मेल नहीं खाता',
  mismatchHeading: 'भुगतान ऑर्डर से मेल नहीं खाता',
  mismatch:
    'भुगतान सेवा ने इस ऑर्डर के लिए {amount} बताए हैं, जो माँगी गई राशि से अलग हैं। भुगतान {payment} को “store payments waiting” से देखें।',

  lowSubject: 'कम स्टॉक: {title}',
  lowHeading: 'कम स्टॉक',
  low: '{title}: स्टॉक में सिर्फ़ {stock} बाकी।',
  none: '{title} का स्टॉक ख़त्म हो गया है।',
  sku: 'SKU',
  choices: 'विकल्प',

  whyAccount: 'आपको यह ईमेल {shop} पर आपके खाते के कारण मिला है।',
  whyContact: 'आपको यह ईमेल इसलिए मिला है क्योंकि {shop} के संपर्क फ़ॉर्म में यह पता दिया गया था।',
  whyStaff: 'आपको यह ईमेल इसलिए मिला है क्योंकि आप {shop} के स्टाफ़ में हैं।',
  whyNewsletter: 'आपको यह ईमेल इसलिए मिला है क्योंकि {shop} के न्यूज़लेटर के लिए यह पता दिया गया था।',
  linkValid: 'यह लिंक एक बार, और आपके अनुरोध से 30 मिनट तक काम करता है।',
  notAsked: 'अगर यह अनुरोध आपने नहीं किया, तो कुछ करने की ज़रूरत नहीं है: लिंक के बिना कुछ नहीं बदलता।',
  notYou: 'अगर यह आपने नहीं किया, तो कृपया हमें तुरंत लिखें।',

  resetSubject: '{shop} के लिए नया पासवर्ड बनाएँ',
  resetHeading: 'नया पासवर्ड बनाएँ',
  reset: 'हमें आपके खाते के नए पासवर्ड का अनुरोध मिला है। नया पासवर्ड यहाँ चुनें:',
  resetButton: 'नया पासवर्ड चुनें',

  invitationSubject: '{shop} के कंसोल के लिए आपकी अनुमति',
  invitationHeading: '{shop} में आपका स्वागत है',
  invitation: 'अब आप दुकान का कंसोल इस्तेमाल कर सकते हैं। अपना पासवर्ड यहाँ चुनें, कम से कम {min} अक्षरों का:',
  invitationButton: 'पासवर्ड चुनें',
  invitationValid: 'यह लिंक एक बार, और 7 दिन तक काम करता है।',
  mailTestSubject: '{shop} का परीक्षण ईमेल',
  mailTestHeading: 'ईमेल चल रहा है',
  mailTest: 'यह परीक्षण आपने कंसोल से भेजा है। ख़रीदारों को संदेश इसी रास्ते से जाते हैं।',
  staffResetSubject: '{shop} के कंसोल के लिए नया पासवर्ड बनाएँ',
  staffReset: 'हमें कंसोल के नए पासवर्ड का अनुरोध मिला है। नया पासवर्ड यहाँ चुनें:',

  passwordChangedSubject: '{shop} पर आपका पासवर्ड बदल दिया गया है',
  passwordChangedHeading: 'आपका पासवर्ड बदल गया है',
  passwordChanged: 'आपके खाते का पासवर्ड बदल दिया गया है। आपके दूसरे डिवाइस लॉगआउट हो गए हैं।',
  loginButton: 'लॉगिन करें',

  newEmailSubject: '{shop} के लिए अपना ईमेल पता पक्का करें',
  newEmailHeading: 'अपना ईमेल पता पक्का करें',
  newEmail: 'आपने अपने खाते के लिए इस पते का अनुरोध किया है। कृपया पक्का करें कि यह आपका है:',
  newEmailButton: 'पता पक्का करें',

  emailChangedSubject: '{shop} पर आपका ईमेल पता बदल दिया गया है',
  emailChangedHeading: 'आपका ईमेल पता बदल दिया गया है',
  emailChanged: 'आपके खाते का ईमेल पता अब दूसरा है। अब आप इस पते से लॉगिन नहीं कर सकते।',

  contactReceivedSubject: 'हमें आपका संदेश मिल गया है: नंबर {number}',
  contactReceivedHeading: 'हमें आपका संदेश मिल गया है',
  contactReceived:
    'हमें लिखने के लिए धन्यवाद। आपके संदेश का नंबर {number} है: इसके बारे में पूछते समय कृपया यह नंबर बताएँ। यह ईमेल इसकी पावती है, शिकायत होने पर भी।',
  contactNotYou: 'अगर आपने हमें नहीं लिखा, तो कुछ करने की ज़रूरत नहीं है।',

  contactSubject: 'संपर्क संदेश {number}: {topic}',
  contactHeading: 'संपर्क फ़ॉर्म से एक संदेश',
  contactNumber: 'नंबर',
  contactSender: 'नाम',
  contactEmail: 'ईमेल',
  contactTopic: 'विषय',
  contactReply: 'इस ईमेल का जवाब {sender} को जाएगा, जिन्हें पावती के तौर पर यह नंबर मिल चुका है।',

  newsletterSubject: '{shop} का न्यूज़लेटर पक्का करें',
  newsletterHeading: 'क्या आप हमारा न्यूज़लेटर चाहते हैं?',
  newsletter: 'कृपया पक्का करें कि आप इस पते पर {shop} का न्यूज़लेटर चाहते हैं:',
  newsletterButton: 'हाँ, मुझे न्यूज़लेटर भेजें',
  newsletterNotAsked: 'अगर यह अनुरोध आपने नहीं किया, तो कुछ करने की ज़रूरत नहीं है: बिना पुष्टि के हम कुछ नहीं भेजते।',

  subscribedSubject: 'आपको {shop} का न्यूज़लेटर मिलेगा',
  subscribedHeading: 'आपको हमारा न्यूज़लेटर मिलेगा',
  subscribed: 'धन्यवाद: आपकी सदस्यता पक्की हो गई है। आप इसे कभी भी बंद कर सकते हैं:',
  unsubscribeButton: 'सदस्यता बंद करें',
}
