siq siq DEFAULT siq_generate('user', 'example.com')
