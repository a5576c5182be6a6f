/** Hindi of the store's fields and of the screens of products, offers, PIN codes and webhooks. */
export const storeWords: Record<string, string> = {
  // Parts of the form
  ...{ Company: 'कंपनी', 'Home page': 'होम पेज', Categories: 'श्रेणियाँ', Theme: 'रंग', GST: 'GST (कर)' },
  ...{
    'Delivery and returns': 'डिलीवरी और वापसी',
    'Size guides': 'साइज़ चार्ट',
    'Further details': 'और ब्योरा',
  },
  ...{ 'Save again to put yours in its place.': 'अपना रखने के लिए फिर सेव करें।', Hosts: 'होस्ट', Dark: 'गहरा' },
  ...{ 'Upload another picture': 'दूसरी तस्वीर अपलोड करें', 'Add pictures': 'तस्वीरें जोड़ें' },
  'All colours are easy to read.': 'सारे रंग आसानी से पढ़े जाते हैं।',
  '%{token} on %{background}: contrast %{ratio} to 1, at least %{least} is needed':
    '%{background} पर %{token}: कंट्रास्ट %{ratio} : 1, कम से कम %{least} चाहिए',
  'One per line': 'हर पंक्ति में एक',
  'A row per line, its cells with commas between': 'हर पंक्ति में एक कतार, ख़ाने कॉमा से अलग',

  // Fields
  ...{ 'Store name': 'दुकान का नाम', 'Company name': 'कंपनी का नाम', 'Company address': 'कंपनी का पता' },
  ...{ 'Company email': 'कंपनी का ईमेल', 'Company phone': 'कंपनी का फ़ोन', 'Company logo URL': 'लोगो का पता' },
  ...{ Description: 'विवरण', 'Category images': 'श्रेणियों की तस्वीरें', 'Hero images': 'मुख्य तस्वीरें' },
  ...{ Wide: 'चौड़ी', Tall: 'लंबी', Focus: 'ख़ास हिस्सा', Top: 'ऊपर', Bottom: 'नीचे', Left: 'बाएँ', Right: 'दाएँ' },
  ...{ Center: 'बीच में', Headline: 'बड़ी पंक्ति', 'Product rows': 'प्रोडक्ट की कतारें', URL: 'पता (URL)' },
  ...{ Highlights: 'ख़ास बातें', 'Hero link': 'मुख्य बटन', Surface: 'पृष्ठभूमि', 'Surface raised': 'उभरी पृष्ठभूमि' },
  ...{ Ink: 'अक्षर', Muted: 'हल्के अक्षर', Line: 'रेखा', Accent: 'बटन का रंग', 'Accent ink': 'बटन के अक्षर' },
  ...{ Sale: 'सेल', 'Picture backdrop': 'तस्वीर की पृष्ठभूमि', 'Max order': 'सबसे बड़ा ऑर्डर', Fee: 'शुल्क' },
  ...{ 'Excluded PIN codes': 'बिना नक़द वाले PIN कोड', Analytics: 'आँकड़े', 'Google tag id': 'Google टैग आईडी' },
  ...{ 'HSTS include sub domains': 'HSTS सब-डोमेन भी', Gender: 'किसके लिए', Men: 'पुरुष', Women: 'महिलाएँ' },
  ...{ Unisex: 'सबके लिए', Columns: 'कॉलम', Rows: 'कतारें', Note: 'टिप्पणी', Rates: 'दरें', HSN: 'HSN कोड' },
  ...{ 'Company registration': 'कंपनी का पंजीकरण', GSTIN: 'GSTIN नंबर', 'Invoice series': 'बिल की शृंखला' },
  ...{
    'Credit note series': 'क्रेडिट नोट की शृंखला',
    Above: 'इससे ऊपर',
    Rate: 'दर',
    'Court district': 'अदालत का ज़िला',
  },
  ...{ 'Consumer care': 'ग्राहक सेवा', Designation: 'पद', Hours: 'समय', 'Grievance officer': 'शिकायत अधिकारी' },
  ...{
    Manufacturer: 'निर्माता',
    'Country of origin': 'बनने का देश',
    'Return policy': 'वापसी के नियम',
    Fees: 'ख़र्च',
  },
  ...{ 'Regular price is MRP': 'नियमित दाम ही MRP है', Free: 'मुफ़्त', Customer: 'ग्राहक देता है' },
  ...{ 'Shipping policy': 'डिलीवरी के नियम', 'Handling days': 'तैयारी के दिन', 'Transit days': 'रास्ते के दिन' },
  ...{ Min: 'कम से कम', Max: 'ज़्यादा से ज़्यादा', Value: 'मान' },
  ...{ 'Translations en texts': 'अंग्रेज़ी में टेक्स्ट', 'Translations hi texts': 'हिंदी में टेक्स्ट' },
  'Image by category, with an entry `default`': 'हर श्रेणी की तस्वीर, बाक़ी के लिए `default`',
  'The home page: for wide screens and for phones, and what stays in view when they are cut':
    'होम पेज: चौड़ी स्क्रीन और फ़ोन के लिए, और कटने पर कौन-सा हिस्सा दिखे',
  "Why to buy here, in the hero instead of the shop's name": 'यहाँ क्यों ख़रीदें, दुकान के नाम की जगह',
  'Further rows of products on the home page, each with the path of a listing':
    'होम पेज पर प्रोडक्ट की और कतारें, हर एक में सूची का पता',
  'Short reasons to buy here, in the hero of the home page': 'यहाँ ख़रीदने के छोटे कारण, होम पेज पर ऊपर',
  "The shop's own button in the hero: a path of the shop": 'होम पेज पर ऊपर का बटन: दुकान के पेज का पता',
  'Rupees; no limit where it is absent': 'रुपये; ख़ाली हो तो कोई सीमा नहीं',
  "Rupees, collected with the order's total at delivery": 'रुपये, डिलीवरी पर कुल रक़म के साथ',
  'Confirm before packing': 'पैक करने से पहले पुष्टि',
  'An order is packed once its shopper has confirmed it by the link in the e-mail':
    'ऑर्डर तब पैक होता है, जब ग्राहक ई-मेल के लिंक से उसकी पुष्टि कर दे',
  'PIN codes, or their first digits, without cash on delivery': 'PIN कोड या पहले अंक, जहाँ डिलीवरी पर नक़द नहीं',
  '`Strict-Transport-Security` covers all subdomains of the host':
    '`Strict-Transport-Security` सारे सब-डोमेन पर भी लागू',
  'Numbers of tax documents, and rates that replace the usual ones': 'कर दस्तावेज़ों के नंबर, और अपनी दरें',
  'HSN code, or its first digits': 'HSN कोड, या उसके पहले अंक',
  'Rupees: for pieces whose value without tax is above it': 'रुपये: कर से पहले इससे ज़्यादा दाम वाले पीस',
  'District of the courts in the built-in terms: "Pune district, Maharashtra"':
    'पहले से बनी शर्तों में अदालत का ज़िला: "Pune district, Maharashtra"',

  // Offers, PIN codes
  ...{ Offers: 'ऑफ़र', 'Start an offer': 'ऑफ़र शुरू करें', 'The offer runs now.': 'ऑफ़र अब चालू है।' },
  ...{ Stop: 'रोकें', 'The offer is stopped.': 'ऑफ़र रुक गया।', Stopped: 'रुका हुआ', Runs: 'चालू', Code: 'कोड' },
  ...{ Reduction: 'छूट', Uses: 'इस्तेमाल', 'What shoppers read': 'ख़रीदार क्या पढ़ेंगे', Percent: 'प्रतिशत' },
  ...{ 'Code; without one, every order that fits': 'कोड; ख़ाली हो तो हर ठीक ऑर्डर पर' },
  ...{ 'Or an amount (₹)': 'या रक़म (₹)', 'From an order of (₹)': 'इतने के ऑर्डर से (₹)' },
  ...{ 'Only this category': 'सिर्फ़ यह श्रेणी', 'Uses by one customer': 'एक ग्राहक कितनी बार' },
  ...{ 'Uses in all': 'कुल कितनी बार', 'Ends before': 'इस तारीख़ से पहले तक' },
  ...{ '%{reduction} from %{amount}': '%{amount} से %{reduction}', '%{count} days': '%{count} दिन' },
  ...{
    'PIN codes': 'PIN कोड',
    'PIN code': 'PIN कोड',
    City: 'शहर',
    Delivery: 'डिलीवरी',
    'State of India': 'राज्य',
  },
  ...{ 'PIN code, city, state': 'PIN कोड, शहर, राज्य', 'Add a PIN code': 'PIN कोड जोड़ें' },
  'The shop does not deliver there': 'दुकान वहाँ नहीं पहुँचाती',

  // Webhooks, messages
  ...{ Webhook: 'वेबहुक', Webhooks: 'वेबहुक', 'Add a webhook': 'वेबहुक जोड़ें', 'Send a test': 'परीक्षण भेजें' },
  ...{ 'The test has arrived.': 'परीक्षण पहुँच गया।', 'Sent messages': 'भेजे गए संदेश', 'Send again': 'फिर भेजें' },
  ...{ 'It is on its way.': 'भेज दिया गया।', 'Send me a test e-mail': 'मुझे परीक्षण ईमेल भेजें' },
  'Copy the secret now. It is not shown again.': 'गुप्त कुंजी अभी कॉपी करें। यह फिर नहीं दिखेगी।',
  'A test e-mail to %{address} is on its way.': '%{address} को परीक्षण ईमेल भेज दिया गया।',
  ...{ 'Message of a shopper': 'ख़रीदार का संदेश', 'Test e-mail': 'परीक्षण ईमेल' },

  // Products, policies, customers
  'Several variants have the SKU %{sku}: %{titles}': 'कई प्रकारों का SKU %{sku} है: %{titles}',
  ...{ Variants: 'प्रकार', 'Save variants': 'प्रकार सेव करें', Show: 'दिखाएँ' },
  ...{ 'Options, such as Size, Colour': 'विकल्प, जैसे Size, Colour', 'There is no difference.': 'कोई फ़र्क़ नहीं।' },
  'Nothing that the law asks for is missing.': 'क़ानून में ज़रूरी कुछ भी कम नहीं है।',
  '1 product |||| %{smart_count} products': '1 उत्पाद |||| %{smart_count} उत्पाद',
  'The newest 5,000 products were checked.': 'सबसे नए 5,000 उत्पाद जाँचे गए।',
  'Compare with the built-in text': 'पहले से बने टेक्स्ट से तुलना करें',
  'From the built-in text to yours': 'पहले से बने टेक्स्ट से आपके टेक्स्ट तक',
  'Start from the built-in text': 'पहले से बने टेक्स्ट से शुरू करें',
  '1 order |||| %{smart_count} orders': '1 ऑर्डर |||| %{smart_count} ऑर्डर',
}
