import type { Words } from '../translate.ts'

/** Hindi texts of the server alone, which no browser loads. Glossary: docs/languages.md */
export const words: Words = {
  // Every page
  "You're offline. Pages you've opened still work.": 'आप ऑफ़लाइन हैं। खोले हुए पेज अब भी काम करते हैं।',
  'Skip to content': 'सीधे सामग्री पर जाएँ',
  'Skip to products': 'सीधे प्रोडक्ट पर जाएँ',
  Preview: 'पूर्वावलोकन',
  'Only people with the link see this page. It ends on {time}.':
    'यह पेज सिर्फ़ लिंक वालों को दिखता है। लिंक {time} तक चलेगा।',
  'Share card': 'शेयर कार्ड',
  'Leave preview': 'पूर्वावलोकन से बाहर निकलें',
  'This preview has ended': 'यह पूर्वावलोकन ख़त्म हो गया है',
  'The link has ended, or belongs to another shop. Ask for a new one.':
    'यह लिंक ख़त्म हो चुका है या किसी और दुकान का है। नया लिंक माँगें।',
  '{shop}, home': '{shop}, होम',
  Menu: 'मेन्यू',
  'Close menu': 'मेन्यू बंद करें',
  Shop: 'दुकान',
  Wishlist: 'विशलिस्ट',
  'My Account': 'मेरा खाता',
  Contact: 'संपर्क',
  Tabs: 'टैब',
  Category: 'श्रेणी',
  Search: 'खोजें',
  Suggestions: 'सुझाव',
  '1 suggestion': '1 सुझाव',
  '{count} suggestions': '{count} सुझाव',
  Products: 'प्रोडक्ट',
  Table: 'तालिका',
  Breadcrumb: 'आप यहाँ हैं',
  'More like this': 'ऐसे ही और प्रोडक्ट',
  'You may also like': 'आपको ये भी पसंद आ सकते हैं',
  'Recently viewed': 'हाल में देखे गए',
  'Clear recently viewed products': 'हाल में देखे गए प्रोडक्ट हटाएँ',
  'Recently viewed cleared': 'हाल में देखे गए प्रोडक्ट हटा दिए गए',
  'Search products': 'प्रोडक्ट खोजें',
  'Search: kurta, blue shirt': 'खोजें: कुर्ता, नीली शर्ट',
  Language: 'भाषा',
  Help: 'मदद',
  Company: 'कंपनी',
  Collections: 'कलेक्शन',
  'Refund Policy': 'रिफ़ंड नीति',
  'Kurtas, jackets and shirts that sit well from morning to festival night.':
    'कुर्ते, जैकेट और शर्ट, जो सुबह से त्योहार की रात तक जँचें।',
  'Drapes, sets and dresses for work, weddings and slow weekends.':
    'साड़ियाँ, सेट और ड्रेस: काम के लिए, शादियों के लिए और फ़ुर्सत के दिनों के लिए।',
  'Bags, stoles and small things that finish an outfit.': 'बैग, स्टोल और वे छोटी चीज़ें, जो पहनावा पूरा करती हैं।',
  'All our {category} in one place.': 'हमारे सभी {category}, एक ही जगह।',
  'This page needs JavaScript. Turn it on in your browser and reload.':
    'इस पेज के लिए JavaScript ज़रूरी है। इसे ब्राउज़र में चालू करें और पेज रीलोड करें।',
  "This page didn't load completely. Please reload it and try again.":
    'यह पेज पूरा लोड नहीं हुआ। कृपया इसे रीलोड करें और फिर कोशिश करें।',
  Reload: 'रीलोड करें',

  // Home
  'Clothes for every day and every occasion, chosen with care.': 'हर दिन और हर मौक़े के लिए कपड़े, ध्यान से चुने हुए।',
  'Browse Collection': 'कलेक्शन देखें',
  'Featured Products': 'ख़ास प्रोडक्ट',
  'Fashion Collection': 'फ़ैशन कलेक्शन',
  'View All': 'सभी देखें',
  'Made to be worn, again and again': 'बार-बार पहनने के लिए बने',
  "Good fabric, honest prices, free shipping across India. Find pieces you'll wear for years.":
    'अच्छा फ़ैब्रिक, सही दाम, पूरे भारत में मुफ़्त डिलीवरी। ऐसे कपड़े चुनें, जिन्हें आप बरसों पहनें।',
  'Explore Collection': 'पूरा कलेक्शन देखें',
  'Join our newsletter': 'हमारा न्यूज़लेटर',
  'New arrivals, festive edits and sales by email, once in a while.':
    'नए कपड़े, त्योहार के कलेक्शन और सेल की ख़बरें, कभी-कभार ईमेल से।',
  'Email address': 'ईमेल पता',
  Subscribe: 'सब्सक्राइब करें',

  // Listing
  'Showing {first} to {last} of {total} items': '{total} में से {first} से {last} तक प्रोडक्ट',
  Categories: 'श्रेणियाँ',
  Type: 'प्रकार',
  'All Types': 'सभी प्रकार',
  Clear: 'हटाएँ',
  'Clear all': 'सब हटाएँ',
  'Clear Filters': 'फ़िल्टर हटाएँ',
  Filters: 'फ़िल्टर',
  'Selected filters': 'चुने हुए फ़िल्टर',
  'Price in rupees': 'क़ीमत, रुपये में',
  From: 'से',
  To: 'तक',
  Gender: 'किसके लिए',
  Shade: 'शेड',
  Fabric: 'फ़ैब्रिक',
  Occasion: 'मौक़ा',
  Discount: 'छूट',
  Any: 'कोई भी',
  Availability: 'उपलब्धता',
  'Sort by': 'क्रम',
  Sort: 'क्रम लगाएँ',
  'Best match': 'सबसे उपयुक्त',
  'Grid view': 'ग्रिड',
  '{count} columns': '{count} कॉलम',
  'Loading products': 'प्रोडक्ट लोड हो रहे हैं',
  'See all products': 'सभी प्रोडक्ट देखें',
  'Searched for “{search}” instead.': 'इसकी जगह “{search}” खोजा गया।',
  'None of these products matches {words}. They come nearest to your search.':
    'इनमें से कोई भी प्रोडक्ट {words} से मेल नहीं खाता। ये आपकी खोज के सबसे क़रीब हैं।',
  'Go to first page': 'पहले पेज पर जाएँ',
  'Go to last page ({page})': 'आख़िरी पेज ({page}) पर जाएँ',
  Pages: 'पेज',
  'Page {page}': 'पेज {page}',
  'page {page}': 'पेज {page}',
  'Previous page': 'पिछला पेज',
  'Next page': 'अगला पेज',
  '{heading} at {shop}. Prices in rupees, free shipping across India.':
    '{shop} पर {heading}। क़ीमतें रुपये में, पूरे भारत में मुफ़्त डिलीवरी।',

  // Product
  'Add to Wishlist': 'विशलिस्ट में डालें',
  Sale: 'सेल',
  'Sale price': 'सेल क़ीमत',
  'Original price': 'MRP',
  '{percent}% off': '{percent}% छूट',
  'Sizes {sizes}': 'साइज़ {sizes}',
  Back: 'वापस',
  'Loading product': 'प्रोडक्ट लोड हो रहा है',
  Pictures: 'तस्वीरें',
  'Show {picture}': 'देखें: {picture}',
  'picture {number}': 'तस्वीर {number}',
  'See similar products': 'मिलते-जुलते प्रोडक्ट देखें',
  '{name}, picture {number} of {count}': '{name}, {count} में से तस्वीर {number}',
  'MRP {price} (inclusive of all taxes)': 'MRP {price} (सभी टैक्स सहित)',
  'Delivery to your PIN code': 'आपके पिन कोड पर डिलीवरी',
  'Free shipping across India.': 'पूरे भारत में मुफ़्त डिलीवरी।',
  'Delivery within a working day.': 'एक कार्य दिवस में डिलीवरी।',
  'Delivery within {days} working days.': '{days} कार्य दिवस में डिलीवरी।',
  'Return within a day of delivery.': 'डिलीवरी के एक दिन के अंदर वापस करें।',
  'Return within {days} days of delivery.': 'डिलीवरी के {days} दिन के अंदर वापस करें।',
  'Choose how to pay at checkout.': 'भुगतान का तरीक़ा चेकआउट पर चुनें।',
  'Inclusive of all taxes': 'सभी टैक्स सहित',
  'Help and company': 'मदद और कंपनी',
  Colour: 'रंग',
  Colours: 'रंग',
  '{count} more colours': '{count} और रंग',
  'Increase quantity': 'मात्रा बढ़ाएँ',
  'Decrease quantity': 'मात्रा घटाएँ',
  'The cart needs JavaScript. Turn it on in your browser to order.':
    'कार्ट के लिए JavaScript ज़रूरी है। ऑर्डर करने के लिए ब्राउज़र में इसे चालू करें।',
  'Size guide': 'साइज़ गाइड',
  'Close size guide': 'साइज़ गाइड बंद करें',
  Units: 'नाप की इकाई',
  cm: 'सेमी',
  mm: 'मिमी',
  m: 'मी',
  g: 'ग्रा',
  kg: 'किग्रा',
  Yes: 'हाँ',
  No: 'नहीं',
  'Your refund': 'आपका रिफ़ंड',
  'Confirm your order': 'अपने ऑर्डर की पुष्टि करें',
  ml: 'मिली',
  inches: 'इंच',
  Share: 'शेयर करें',
  Description: 'विवरण',
  Specifications: 'स्पेसिफ़िकेशन',
  'Manufacturer & customer care': 'निर्माता और ग्राहक सेवा',
  'Product ID:': 'प्रोडक्ट आईडी:',
  'Questions about fit or delivery?': 'नाप या डिलीवरी के बारे में कोई सवाल?',
  'Write to us.': 'हमें लिखें।',
  'View full details': 'पूरी जानकारी देखें',

  // Wishlist
  'Your wishlist is empty': 'आपकी विशलिस्ट ख़ाली है',
  'Tap the heart on a product to save it here.': 'किसी प्रोडक्ट को यहाँ सेव करने के लिए उसके दिल पर टैप करें।',
  'Your wishlist is saved in this browser and needs JavaScript.':
    'आपकी विशलिस्ट इस ब्राउज़र में सेव रहती है और इसके लिए JavaScript ज़रूरी है।',
  Product: 'प्रोडक्ट',

  // Cart to order
  'Shopping Cart': 'शॉपिंग कार्ट',
  'Thank You for Your Order!': 'आपके ऑर्डर के लिए धन्यवाद!',
  "We're getting your order ready. Follow it in My Orders.":
    'हम आपका ऑर्डर तैयार कर रहे हैं। इसकी स्थिति “मेरे ऑर्डर” में देखें।',
  'View My Orders': 'मेरे ऑर्डर देखें',
  'Track Your Order': 'अपना ऑर्डर ट्रैक करें',
  'Enter your order number and the email or phone number you used for the order.':
    'अपना ऑर्डर नंबर और वह ईमेल या फ़ोन नंबर लिखें, जिससे आपने ऑर्डर किया था।',

  // Sign-in
  'Welcome back. Sign in to check out and track your orders.':
    'आपका फिर से स्वागत है। चेकआउट करने और अपने ऑर्डर ट्रैक करने के लिए लॉगिन करें।',
  'Create an account to check out and track your orders.': 'चेकआउट करने और अपने ऑर्डर ट्रैक करने के लिए खाता बनाएँ।',
  More: 'और',
  Terms: 'शर्तें',
  Privacy: 'गोपनीयता',
  'Back to home': 'होम पर वापस',

  'Type the email of your account. We send you a link that sets a new password.':
    'अपने खाते का ईमेल लिखें। हम आपको नया पासवर्ड बनाने का लिंक भेजते हैं।',
  'Choose a new password': 'नया पासवर्ड चुनें',
  'It ends all sessions of your account.': 'इससे आपका खाता सभी डिवाइस पर लॉगआउट हो जाता है।',
  'Confirm your email': 'अपना ईमेल पक्का करें',
  Newsletter: 'न्यूज़लेटर',

  // Markdown for assistants
  'Prices are in Indian rupees.': 'क़ीमतें भारतीय रुपये में हैं।',
  'With the header “Accept: text/markdown” products and policies are Markdown, at the same addresses.':
    'हेडर “Accept: text/markdown” के साथ प्रोडक्ट और नीतियाँ इन्हीं पतों पर Markdown में मिलती हैं।',
  'Every page and product': 'सभी पेज और प्रोडक्ट',

  // Contact and policies
  'Contact Us': 'संपर्क करें',
  'Questions about a size, an order or a return?': 'साइज़, ऑर्डर या वापसी के बारे में कोई सवाल?',
  'Contact {company}: email, phone and address.': '{company} से संपर्क करें: ईमेल, फ़ोन और पता।',
  'Send a message': 'संदेश भेजें',
  'Please fill in all fields.': 'कृपया सभी जानकारी भरें।',
  'This form needs JavaScript. Please email us at {email}.':
    'इस फ़ॉर्म के लिए JavaScript ज़रूरी है। कृपया हमें {email} पर ईमेल करें।',
  'Your Name': 'आपका नाम',
  'Email Address': 'ईमेल पता',
  Subject: 'विषय',
  'Your Message': 'आपका संदेश',
  'Send Message': 'संदेश भेजें',
  'Where to find us': 'हम कहाँ मिलेंगे',
  'Monday to Saturday 10AM-6PM': 'सोमवार से शनिवार, सुबह 10 से शाम 6 बजे',
  'Customer care and complaints': 'ग्राहक सेवा और शिकायतें',
  'On this page': 'इस पेज पर',
  '{policy} of {company}.': '{policy}: {company} की ओर से।',

  // Missing pages
  'Page not found': 'पेज नहीं मिला',
  'Oops! Page not found': 'ओह! पेज नहीं मिला',
  'This page may have moved, or the address has a typo.':
    'हो सकता है कि पेज का पता बदल गया हो, या पता लिखने में ग़लती हुई हो।',
  "Can't find it? Ask us:": 'नहीं मिला? हमसे पूछें:',
  Offline: 'ऑफ़लाइन',
  "You're offline": 'आप ऑफ़लाइन हैं',
  "You haven't opened this page on this device yet. Your cart and wishlist are safe.":
    'यह पेज इस डिवाइस पर अभी तक नहीं खोला गया है। आपका कार्ट और विशलिस्ट सुरक्षित हैं।',
  'Go to Cart': 'कार्ट पर जाएँ',

  // The diagnostic page
  'API connection test': 'API कनेक्शन की जाँच',
  "Requests this shop's store information from your browser and logs the response to the console.":
    'आपके ब्राउज़र से इस दुकान की जानकारी माँगता है और जवाब कंसोल में लिखता है।',
  'This test needs JavaScript.': 'इस जाँच के लिए JavaScript ज़रूरी है।',
  'Testing the connection…': 'कनेक्शन जाँचा जा रहा है…',
  'Connection successful.': 'कनेक्शन हो गया।',
  Store: 'दुकान',
  'Response time': 'जवाब का समय',
  'Custom policies': 'अपनी नीतियाँ',
  'Test again': 'फिर जाँचें',

  // The consent bar, docs/ads.md
  'May we use analytics cookies?': 'एनालिटिक्स कुकी इस्तेमाल करने दें?',
  'If you accept, Google sets cookies and sees which pages you view and what you buy here, and we record the ad that brought you here and how fast our pages are. Your name, email, phone and address are never included. The shop works the same either way.':
    'अनुमति देने पर Google कुकी सेट करता है और देखता है कि आप यहाँ कौन-से पेज खोलते हैं और क्या ख़रीदते हैं, और हम वह विज्ञापन दर्ज करते हैं जिससे आप यहाँ आए, और यह भी कि हमारे पेज कितने तेज़ हैं। आपका नाम, ईमेल, फ़ोन और पता इसमें कभी शामिल नहीं होता। दुकान दोनों ही सूरत में एक जैसी चलती है।',
  'May we record the ad that brought you here?': 'वह विज्ञापन दर्ज करने दें, जिससे आप यहाँ आए?',
  'If you accept, this browser keeps the name of the ad for 30 days, and an order tells us which ad it came from. No one else receives it. The shop works the same either way.':
    'अनुमति देने पर यह ब्राउज़र विज्ञापन का नाम 30 दिन तक रखता है, और ऑर्डर से हमें पता चलता है कि वह किस विज्ञापन से आया। यह किसी और को नहीं दिया जाता। दुकान दोनों ही सूरत में एक जैसी चलती है।',
  Accept: 'अनुमति दें',
  Decline: 'मना करें',
  'Cookie settings': 'कुकी सेटिंग',

  // Pages that are sent before a shop is known
  'No shop here': 'यहाँ कोई दुकान नहीं है',
  "There's no shop at this address. Check the spelling or try the link again.":
    'इस पते पर कोई दुकान नहीं है। वर्तनी जाँचें या लिंक फिर से खोलें।',
  'Not found': 'नहीं मिला',
  "There's nothing at this address.": 'इस पते पर कुछ नहीं है।',
  'The shop is busy right now': 'दुकान पर अभी बहुत भीड़ है',
  "The shop didn't respond in time. Your cart is safe. Please try again in a moment.":
    'दुकान समय पर जवाब नहीं दे सकी। आपका कार्ट सुरक्षित है। कृपया थोड़ी देर में फिर कोशिश करें।',
  "We couldn't show this page. It's our fault, and your cart is safe. Please try again in a moment.":
    'हम यह पेज नहीं दिखा सके। ग़लती हमारी है, और आपका कार्ट सुरक्षित है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'you@example.com': 'aap@example.com',

  // Tax documents
  'Tax invoice': 'टैक्स इनवॉइस',
  'Bill of supply': 'आपूर्ति बिल',
  'Credit note': 'क्रेडिट नोट',
  Refund: 'रिफ़ंड',
  'The parcel came back': 'पार्सल वापस आ गया',
  'The parcel was lost': 'पार्सल खो गया',
  'The fee was not collected': 'शुल्क नहीं लिया गया',
  Number: 'नंबर',
  'Date of issue': 'जारी होने की तारीख',
  'For invoice {number} of {date}': 'इनवॉइस {number}, {date} के लिए',
  'Place of supply': 'आपूर्ति का स्थान',
  'Taxable value': 'कर योग्य मूल्य',
  'In words': 'शब्दों में',
  'Tax payable on reverse charge: No': 'रिवर्स चार्ज पर देय कर: नहीं',
}
