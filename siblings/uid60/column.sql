uid60 uid60 DEFAULT uid60_generate()
